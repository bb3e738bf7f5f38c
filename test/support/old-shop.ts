import { afterAll } from 'vitest'
import { subscribeTo } from '#server/plugin/subscriber.ts'
import { expectSuccess } from './factories.ts'
import { readJob, runJob, startJob, storeFile } from './jobs.ts'
import { openTestShop } from './shop.ts'

type OldShopImport = 'customer-import' | 'past-order-import'

export async function useOldShop() {
  const tokens = new Map<string, string>()
  const mail = subscribeTo(['customer.password_reset'], async (_, { payload }) => {
    tokens.set(payload.email, payload.token)
  })
  const shop = await openTestShop({ demo: true, subscribers: { mail } })
  afterAll(() => shop[Symbol.asyncDispose]())
  const importFile = async (type: OldShopImport, text: string, choices: object = {}) =>
    runJob(shop, type, { fileKey: await storeFile(shop, text), ...choices })
  return {
    shop,
    importFile,
    /** The tokens of mails about forgotten passwords, by e-mail address. */
    tokens,

    async importAll(type: OldShopImport, text: string, choices?: object) {
      const job = await importFile(type, text, choices)
      if (job.status !== 'completed') throw new Error(JSON.stringify(job.result.errors))
      return job
    },

    async checkFile(type: OldShopImport, text: string, choices: object = {}) {
      const job = await startJob(shop.admin, type, { fileKey: await storeFile(shop, text), ...choices }, true)
      await shop.runJobs()
      return readJob(shop.admin, job)
    },

    undo: (job: { id: string; type: string }) => runJob(shop, `${job.type}-undo`, { batch_job_id: job.id }),

    /** The customer with the e-mail address, with addresses and groups. */
    customerOf: async (email: string) =>
      (await expectSuccess(shop.admin.get(`/admin/customers?q=${email}&expand=shipping_addresses,groups`)))
        .customers[0],
  }
}

export const noticesOf = ({ result }: { result: { notices?: { message: string }[] } }) =>
  (result.notices ?? []).map(({ message }) => message)

export const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`
