// Loaded into a server before its own code: each message of the parent process sets the system clock by milliseconds.
const realNow = Date.now
let setByMs = 0
Date.now = () => realNow() + setByMs
process.on('message', (ms) => {
  setByMs += Number(ms)
})
