import { readFileSync, writeFileSync } from 'node:fs'

/** Forgets the peak so far. Linux only. */
export const resetPeak = (): void => writeFileSync('/proc/self/clear_refs', '5')

/** Returns the largest resident memory since `resetPeak`, in MB. */
export const peakMemory = (): number => statusOf('VmHWM')

/** Returns the resident memory in MB. */
export const residentMemory = (): number => statusOf('VmRSS')

function statusOf(name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1e6
}
