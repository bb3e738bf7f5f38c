import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { installMessageClasses } from '#server/http/message-classes.ts'

test('Express keeps the prototypes of requests and responses', async () => {
  const app = express().use((req, res) => void res.json({ ip: req.ip, isOfApp: req.app === app && res.app === app }))
  const server = createServer(installMessageClasses(app)).listen(0, '127.0.0.1')
  const prototypes: unknown[][] = []
  const prototypesOf = (messages: object[]) => messages.map((one) => Object.getPrototypeOf(one))
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    prototypes.push(prototypesOf([req, res]))
    app(req, res)
    prototypes.push(prototypesOf([req, res]))
  })
  await once(server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(await answer.json()).toEqual({ ip: '127.0.0.1', isOfApp: true })
  expect(prototypes[0]?.[0]).toBe(prototypes[1]?.[0])
  expect(prototypes[0]?.[1]).toBe(prototypes[1]?.[1])
  server.close()
})
