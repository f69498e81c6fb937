/** How a person is reached, and what they log in with. */
export type Channel = 'email' | 'mobile'
