import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { InvalidData } from '#entities/errors.ts'
import { domainErrorBody } from '#routers/errors/errors.ts'

interface ClientError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
}

export function answerMalformedRequests(server: Server): Server {
  return server.on('clientError', (error: ClientError, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const [status, message] = CLIENT_ERROR_RESPONSES[error.code ?? ''] ?? MALFORMED_RESPONSE
    const body = JSON.stringify(domainErrorBody(new InvalidData(message)))
    const head = [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    const isToHead = error.rawPacket?.subarray(0, 5).toString() === 'HEAD '
    socket.end(`${head.join('\r\n')}\r\n\r\n${isToHead ? '' : body}`)
    drainSocket(socket)
  })
}

const MALFORMED_RESPONSE = ['400 Bad Request', 'The request is not valid HTTP/1.1'] as const

const CLIENT_ERROR_RESPONSES: Record<string, readonly [string, string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'The request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
}

/** A client may lose the response if its socket closes with unread data, so the socket stays open for a second. */
function drainSocket(socket: Socket): void {
  socket.removeAllListeners('data').on('data', () => {})
  socket.resume()
  setTimeout(() => socket.destroy(), 1000).unref()
}
