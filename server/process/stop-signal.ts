// npm passes on the Ctrl-C that the terminal has sent to us already, and a finger needs longer than this to press again.
const echoMilliseconds = 300

/** Resolves at the first signal that asks the process to stop; the second one ends it at once. */
export function waitForStopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let firstAt: number | undefined
  const onSignal = () => {
    firstAt ??= performance.now()
    if (performance.now() - firstAt > echoMilliseconds) process.exit(130)
    resolve()
  }
  for (const signal of stopSignals()) process.on(signal, onSignal)
  return promise
}

// Under nohup, output is no terminal and the shop has to outlive the hang-up.
function stopSignals(): NodeJS.Signals[] {
  return process.stdout.isTTY ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM']
}
