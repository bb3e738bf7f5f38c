import { readFile } from 'node:fs/promises'
import { isIPv4, type Socket } from 'node:net'

/** The bytes that the kernel holds for the client of a connection. Connections whose client has received all bytes are absent. */
export type SendQueues = ReadonlyMap<string, number>

/** Returns undefined on systems without `/proc`. */
export async function readSendQueues(): Promise<SendQueues | undefined> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readTable(`/proc/self/net/${name}`)))
  if (tables.every((table) => table === undefined)) return undefined
  const queues = new Map<string, number>()
  for (const table of tables)
    for (const [, local, remote, sent] of (table ?? '').matchAll(CONNECTION))
      queues.set(`${portOf(local!)} ${addressOf(remote!)} ${portOf(remote!)}`, Number.parseInt(sent!, 16))
  return queues
}

export const queueKeyOf = ({ localPort, remoteAddress = '', remotePort }: Socket): string =>
  `${localPort} ${bytesOf(remoteAddress)} ${remotePort}`

const readTable = (path: string): Promise<string | undefined> => readFile(path, 'latin1').catch(() => undefined)

/** `0: 0100007F:1F90 0100007F:C350 01 00001F40:00000000`: number, local and remote address, state, sent and received bytes */
const CONNECTION = /: ([0-9A-F]+:[0-9A-F]+) ([0-9A-F]+:[0-9A-F]+) [0-9A-F]+ (?!00000000)([0-9A-F]+):/g

const portOf = (address: string): number => Number.parseInt(address.slice(address.indexOf(':') + 1), 16)

const MAPPED = '00000000000000000000ffff'

/** The kernel prints words of four bytes in the order of the machine. An IPv4 address may be mapped to IPv6. */
function addressOf(text: string): string {
  const words = text.slice(0, text.indexOf(':')).match(/.{8}/g) ?? []
  const bytes = words.map((word) => Buffer.from(word, 'hex').reverse().toString('hex')).join('')
  return bytes.startsWith(MAPPED) ? bytes.slice(MAPPED.length) : bytes
}

function bytesOf(address: string): string {
  const ipv4 = address.replace(/^::ffff:/i, '')
  if (isIPv4(ipv4)) return Buffer.from(ipv4.split('.').map(Number)).toString('hex')
  const [plain = ''] = address.split('%')
  const [left = '', right = ''] = plain.split('::')
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':')).map((group) => group.padStart(4, '0'))
  const [before, after] = [groupsOf(left), groupsOf(right)]
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0000'), ...after].join('')
}
