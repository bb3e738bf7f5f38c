import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#server/auth/network-of.ts'
import type { UnreadLimits } from '#server/settings/operate.ts'
import { queueKeyOf, readSendQueues } from './send-queues.ts'

interface Options extends UnreadLimits {
  /** Returns true for addresses without their own limit, such as proxies that connect for many clients. */
  isExempt: (address: string) => boolean
}

/** Smaller responses are not measured. */
const MEASURED_BYTES = 65_536

/** The reset of a connection with less unread bytes would cost a client its response and free almost nothing. */
const RESET_BYTES = 131_072

/** More than the kernel holds for one connection by default (`tcp_wmem`). */
const MAX_HELD_BYTES = 8_388_608

interface Progress {
  firstSeen: number
  firstReceived: number
  received: number
  progressAt: number
}

interface Unread {
  socket: Socket
  bytes: number
  /** Received bytes per millisecond. Infinite for a connection that was not seen before. */
  speed: number
}

/**
 * Node hands responses of up to some megabytes to the kernel at once, and cannot see whether the client receives them.
 * This function asks the kernel. It resets connections without progress, and the slowest ones above the limits, because
 * a normal close would keep the bytes. Without `/proc`, only the timeouts of `httpServer` apply.
 */
export function limitUnread(server: Server, options: Options): Server {
  /** The open connections and their keys in the tables of the kernel. */
  const sockets = new Map<Socket, string>()
  /** The number of written bytes when a connection had no unread ones. */
  const settled = new WeakMap<Socket, number>()
  const progress = new WeakMap<Socket, Progress>()
  const isMeasured = (socket: Socket) => socket.bytesWritten - (settled.get(socket) ?? 0) >= MEASURED_BYTES

  /**
   * Listing the connections costs the kernel time, so they are listed often only near a limit. Only a listed connection has
   * a speed, so the lists begin at half of the limit.
   */
  function isDue(measured: Socket[]): boolean {
    if (performance.now() - checkedAt >= options.stallTimeout / 4) return true
    // Only a check closes a connection that has ended.
    if (measured.some(({ writableFinished }) => writableFinished)) return true
    const ofNetworks = Map.groupBy(measured, networkOfClient)
    ofNetworks.delete(undefined)
    return (
      mostUnreadOf(measured) > options.total / 2 ||
      [...ofNetworks.values()].some((ofNetwork) => mostUnreadOf(ofNetwork) > options.ofAddress / 2)
    )
  }

  const mostUnreadOf = (measured: readonly Socket[]): number =>
    measured.reduce((bytes, socket) => {
      const sent = socket.bytesWritten - (settled.get(socket) ?? 0) - socket.writableLength
      return bytes + Math.min(sent, MAX_HELD_BYTES) + socket.writableLength
    }, 0)

  function progressOf(socket: Socket, received: number, now: number): Progress {
    const known = progress.get(socket)
    const next = known
      ? { ...known, received, progressAt: received > known.received ? now : known.progressAt }
      : { firstSeen: now, firstReceived: received, received, progressAt: now }
    progress.set(socket, next)
    return next
  }

  let checkedAt = 0
  async function check(): Promise<void> {
    const measured = [...sockets].filter(([socket]) => isMeasured(socket))
    if (measured.length === 0 || !isDue(measured.map(([socket]) => socket))) return
    const queues = await readSendQueues()
    if (!queues) return
    const now = performance.now()
    checkedAt = now
    const unread: Unread[] = []
    for (const [socket, key] of measured) {
      const queued = queues.get(key) ?? 0
      const bytes = queued + socket.writableLength
      const { firstSeen, firstReceived, received, progressAt } = progressOf(socket, socket.bytesWritten - bytes, now)
      if (bytes === 0) {
        settled.set(socket, socket.bytesWritten)
        progress.delete(socket)
        if (socket.writableFinished) socket.destroy()
      } else if (now - progressAt >= options.stallTimeout) socket.resetAndDestroy()
      else
        unread.push({
          socket,
          bytes,
          speed: now > firstSeen ? (received - firstReceived) / (now - firstSeen) : Number.POSITIVE_INFINITY,
        })
    }
    const bySpeed = unread.toSorted((a, b) => a.speed - b.speed || b.bytes - a.bytes)
    const ofNetworks = Map.groupBy(bySpeed, ({ socket }) => networkOfClient(socket))
    ofNetworks.delete(undefined)
    for (const ofNetwork of ofNetworks.values()) resetAbove(ofNetwork, options.ofAddress)
    resetAbove(
      bySpeed.filter(({ socket }) => !socket.destroyed),
      options.total,
    )
  }

  function networkOfClient({ remoteAddress }: Socket): string | undefined {
    return remoteAddress && !options.isExempt(remoteAddress) ? networkOf(remoteAddress) : undefined
  }

  let isClosed = false
  const scheduleCheck = (milliseconds: number) => {
    const timer = setTimeout(async () => {
      const began = performance.now()
      await check()
      if (!isClosed) scheduleCheck(pauseAfter(performance.now() - began, options.stallTimeout))
    }, milliseconds)
    timer.unref()
  }
  scheduleCheck(pauseAfter(0, options.stallTimeout))
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, queueKeyOf(socket))
    socket.once('close', () => sockets.delete(socket))
    const { destroySoon } = socket
    // After a close, the kernel would keep the bytes, and the connection could no longer be reset.
    socket.destroySoon = () => (isMeasured(socket) ? socket.end() : destroySoon.call(socket))
  })
  return server.once('close', () => {
    isClosed = true
  })
}

/** The kernel needs longer to list many connections, also those of other programs. Checks take a small part of the time. */
const pauseAfter = (duration: number, stallTimeout: number): number =>
  Math.min(Math.max(1000, duration * 20), stallTimeout / 4)

/** Resets the slowest connections until the others are below the limit. */
function resetAbove(unread: readonly Unread[], limit: number): void {
  let sum = unread.reduce((bytes, one) => bytes + one.bytes, 0)
  for (const { socket, bytes } of unread) {
    if (sum <= limit) return
    if (bytes < RESET_BYTES) continue
    socket.resetAndDestroy()
    sum -= bytes
  }
}
