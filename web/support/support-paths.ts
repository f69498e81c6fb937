/** The screen that frames the chat, or says what the link is. */
export const chatPath = '/mine/chat'
/** Our own chat, made to be shown in that frame. */
export const supportPath = '/support'
