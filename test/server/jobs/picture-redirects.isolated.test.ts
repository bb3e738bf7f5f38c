import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { fetchPicture } from '#server/jobs/fetch-picture.ts'

/** `cdn.example` redirects to `target`. Other addresses are requested. */
let target = ''
let requested: string[] = []

vi.mock('#server/outgoing/send-request.ts', async (importOriginal) => {
  const { sendRequest } = await importOriginal<typeof import('#server/outgoing/send-request.ts')>()
  return {
    async sendRequest(url: URL, options: Parameters<typeof sendRequest>[1]) {
      requested.push(url.href)
      if (url.hostname !== 'cdn.example') return sendRequest(url, options)
      return Object.assign(Readable.from([]), { statusCode: 302, headers: { location: target } })
    },
  }
})

vi.mock('node:dns', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:dns')>()),
  lookup: (host: string, _: object, callback: (error: null, found: object[]) => void) =>
    callback(null, [
      { address: '93.184.215.14', family: 4 },
      { address: host.startsWith('six') ? 'fd00::7' : '10.0.0.7', family: host.startsWith('six') ? 6 : 4 },
    ]),
}))

const fetchVia = (location: string) => {
  target = location
  requested = []
  return fetchPicture('http://cdn.example/a.png', { targets: 'public', signal: AbortSignal.timeout(5000) })
}

test.each([
  ...['http://127.0.0.1/a.png', 'http://127.1/a.png', 'http://2130706433/a.png', 'http://0x7f000001/a.png'],
  ...['http://169.254.169.254/latest/meta-data', 'http://[::1]/a.png', 'http://[::ffff:127.0.0.1]/a.png'],
  ...['http://[::ffff:a9fe:a9fe]/a.png', 'http://localhost/a.png', 'http://LOCALHOST./a.png', '//10.0.0.1/a.png'],
  ...['https://192.168.0.1:8443/a.png', 'http://0.0.0.0/a.png', 'http://a.localhost/a.png'],
])('a redirect of a picture to %s is refused and not followed', async (location) => {
  await expect(fetchVia(location)).rejects.toThrow('The address leads to a private network.')
  expect(requested).toEqual(['http://cdn.example/a.png'])
})

test.each([
  'http://rebound.example/a.png',
  'http://six.example/a.png',
])('a redirect to the name %s, which has a private address, is refused', async (location) => {
  await expect(fetchVia(location)).rejects.toThrow('The address leads to a private network.')
})

test.each([
  'file:///etc/passwd',
  'gopher://cdn.example/',
  'http://user:secret@cdn.example/',
  'data:image/png;base64,AA',
])('a redirect to %s is refused', async (location) => {
  await expect(fetchVia(location)).rejects.toThrow('The address is not valid.')
})
