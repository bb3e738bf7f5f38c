import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Postmaster = { pid: number; port: number; isReady: boolean }

export function runningPostmaster(cluster: string): Postmaster | undefined {
  const postmaster = readPostmasterFile(cluster)
  return postmaster && isPostmasterOf(postmaster.pid, cluster) ? postmaster : undefined
}

/** The lines of the file are PID, directory, start time, port, … and the state. The file may be stale. */
export function readPostmasterFile(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// The system reuses PIDs, so the command line must also contain the directory.
function isPostmasterOf(pid: number, cluster: string): boolean {
  return isAlive(pid) && (process.platform === 'win32' || commandOf(pid).includes(cluster))
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
