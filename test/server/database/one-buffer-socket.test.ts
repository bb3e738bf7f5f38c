import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { oneBufferSocket } from '#server/database/one-buffer-socket.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const LENGTH = 300_000

async function listening(server: Server): Promise<AsyncDisposable & { port: number }> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')) }
}

/** Answers the letter it is sent, so many times. */
const repeating = () =>
  createServer((socket) => socket.on('data', (letter) => socket.write(`${letter}`.repeat(LENGTH))))

async function ask(socket: Socket, letter: string): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  const whole = new Promise<void>((resolve) => {
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      length += piece.length
      if (length >= LENGTH) resolve()
    })
  })
  socket.write(letter)
  await whole
  return Buffer.concat(pieces).toString()
}

test('what several sockets read at once stays as it came', async () => {
  await using server = await listening(repeating())
  const letters = ['a', 'b', 'c', 'd']
  const answers = letters.map(async (letter) => {
    const socket = oneBufferSocket().connect(server.port, '127.0.0.1')
    await once(socket, 'connect')
    const answer = await ask(socket, letter)
    socket.destroy()
    return answer
  })
  const expected = letters.map((letter) => letter.repeat(LENGTH))
  expect((await Promise.all(answers)).every((answer, i) => answer === expected[i])).toBe(true)
})

test('its connection ends when the server ends it', async () => {
  await using server = await listening(createServer((socket) => socket.end('bye')))
  const socket = oneBufferSocket().connect(server.port, '127.0.0.1')
  const said: string[] = []
  socket.on('data', (piece) => said.push(`${piece}`))
  await once(socket, 'end')
  expect(said).toEqual(['bye'])
})

test('answers of PostgreSQL that are longer than the buffer are whole', async () => {
  await using clone = await openClone()
  const ask = (letter: string) =>
    clone.orm.em.fork().execute<{ text: string }[]>(`select repeat('${letter}', ${LENGTH}) as text`)
  const letters = ['a', 'b', 'c']
  const answers = await Promise.all(letters.map(ask))
  expect(answers.every(([row], i) => row!.text === letters[i]!.repeat(LENGTH))).toBe(true)
})
