import { StartError } from '#server/base/start-error.ts'

// npm forwards Ctrl-C, and the terminal sends it too. A second signal within this time is not a second key press.
const echoMilliseconds = 300

/** Resolves at the first stop signal. The second signal exits the process. */
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

/** Returns a signal that the first stop signal aborts, so that a command removes its traces. */
export function abortAtStopSignal(): AbortSignal {
  const stopping = new AbortController()
  void waitForStopSignal().then(() => stopping.abort(new StartError('Stopped')))
  return stopping.signal
}

// Without a terminal, for example under nohup, the process must survive SIGHUP.
function stopSignals(): NodeJS.Signals[] {
  return process.stdout.isTTY ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM']
}
