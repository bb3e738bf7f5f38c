import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { PaymentContext, PaymentProvider, ProviderResponse } from '#entities/cart/payment/payment-port.ts'
import { definePlugin, type Plugin } from '#server/plugin/plugin.ts'
import { DummyLedger, type DummyPayment } from './dummy-ledger.ts'

interface BankRequest {
  call: 'authorize' | 'outcome' | 'cancel'
  key: string
  payment?: PaymentContext
}

export interface BankOverHttp extends AsyncDisposable {
  url: string
  ledger: DummyLedger
  /** The number of requests. */
  requests: number
}

/** A bank in this process, for shops in other processes. It charges a key once, and answers after 15 ms. */
export async function openBankOverHttp(): Promise<BankOverHttp> {
  const server = createServer(async (request, response) => {
    bank.requests += 1
    const { call, key, payment } = (await json(request)) as BankRequest
    if (call === 'authorize') bank.ledger.book(key, payment!, { status: 'authorized', later: undefined })
    const booked = bank.ledger.get(key)
    if (call === 'cancel' && booked) booked.status = 'canceled'
    await pause(15)
    response.end(JSON.stringify(booked ? responseOf(booked) : null))
  })
  const bank: BankOverHttp = {
    url: '',
    ledger: new DummyLedger(),
    requests: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  bank.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return bank
}

const responseOf = ({ key, status }: DummyPayment) => ({ status, data: { payment: key } })

/** Two payment providers of the bank, `card` and `voucher`. */
export const bankPlugin = (url: string): Plugin =>
  definePlugin({ name: 'bank', provides: { payment: [providerOf('card', url), providerOf('voucher', url)] } })

function providerOf(id: string, url: string): PaymentProvider {
  const send = async (request: BankRequest): Promise<ProviderResponse | null> => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) })
    return (await response.json()) as ProviderResponse | null
  }
  return {
    id,
    remote: {
      timeoutMs: 1000,
      outcomeOf: async (_, { key }) => (await send({ call: 'outcome', key })) ?? undefined,
    },
    initiate: async () => ({ data: {} }),
    update: async (data) => ({ data }),
    updateData: async (data) => data,
    authorize: async (_, payment, options) => (await send({ call: 'authorize', key: options!.key, payment }))!,
    capture: async (data) => data,
    refund: async (data) => data,
    async cancel(data) {
      await send({ call: 'cancel', key: String(data.payment) })
      return data
    },
    delete: async () => {},
  }
}
