import { Socket } from 'node:net'

/**
 * A socket to PostgreSQL all of whose answers are read into one buffer and given on as copies of what came. Node otherwise
 * sets 64 KB aside for each of them and gives most of that back, which takes longer than all else about a short answer.
 * Under TLS it is an ordinary one: there what comes is read by the layer that decrypts it.
 */
export function oneBufferSocket({ ssl }: { ssl?: unknown } = {}): Socket {
  if (ssl) return new Socket()
  const socket: Socket = new Socket({
    onread: {
      buffer,
      callback: (length) => socket.emit('data', Buffer.from(buffer.subarray(0, length))),
    },
  })
  return socket
}

/** Of all sockets: what is read into it is copied before anything else is read. */
const buffer = Buffer.allocUnsafeSlow(64 * 1024)
