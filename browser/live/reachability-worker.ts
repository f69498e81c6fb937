// Receives a URL and a port, and posts whether the host answers. Any answer counts, even an error status.
addEventListener('message', ({ data, ports: [port] }: MessageEvent<string>) => {
  // `no-cors`, because the API may be on another host and the answer is not read.
  fetch(data, { mode: 'no-cors', cache: 'no-store', credentials: 'omit' }).then(
    () => port?.postMessage(true),
    () => port?.postMessage(false),
  )
})
