// Told an address and a port to answer on, says whether anything answers there. Any answer will do, a refusal too.
addEventListener('message', ({ data, ports: [port] }: MessageEvent<string>) => {
  // Not CORS, for the API may have a host of its own and what it says does not matter.
  fetch(data, { mode: 'no-cors', cache: 'no-store', credentials: 'omit' }).then(
    () => port?.postMessage(true),
    () => port?.postMessage(false),
  )
})
