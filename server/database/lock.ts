import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Returns undefined if another process has the lock. The kernel releases the lock even after `kill -9`. */
export async function lockDirectory(directory: string): Promise<AsyncDisposable | undefined> {
  const address = socketAddress(directory)
  let server = await listen(address)
  if (!server && isFile(address) && (await isAbandoned(address))) {
    rmSync(address, { force: true })
    server = await listen(address)
  }
  if (!server) return undefined
  const lock = server
  return { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => lock.close(() => resolve())) }
}

function socketAddress(directory: string): string {
  const path = join(realpathSync(dirname(directory)), basename(directory))
  const name = `cartwright-${createHash('sha256').update(path).digest('hex').slice(0, 24)}`
  switch (process.platform) {
    case 'linux':
      return `\0${name}`
    case 'win32':
      return `\\\\.\\pipe\\${name}`
    default:
      return join(tmpdir(), `${name}.sock`)
  }
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(address, () => resolve(server.unref()))
  })
}

// On some systems a socket is a file, which can outlive its process.
function isFile(address: string): boolean {
  return address.startsWith('/')
}

function isAbandoned(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
  })
}
