import type { ParsedMail } from 'mailparser'
import { browserAdapter } from './browser-adapter.ts'
import type { CallRecorder } from './record-calls.ts'
import { stories } from './stories/index.ts'
import { ADMIN_EMAIL, GRACE, type Visit } from './visit.ts'

export interface VisitedShop extends Pick<Visit, 'password' | 'waitFor'> {
  /** The mails that the shop has sent. */
  mails: readonly ParsedMail[]
}

/** Runs all stories. Returns the message of each failed story. */
export async function runStories(recorder: CallRecorder, shop: VisitedShop): Promise<string[]> {
  const mailedToken = (email: string) => shop.waitFor(async () => findToken(shop.mails, email))
  const visit = { ...shop, mailedToken, ...(await logIn(recorder, shop)) }
  const failures: string[] = []
  for (const [name, story] of Object.entries(stories)) {
    try {
      await story(visit)
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return failures
}

/** The client stores tokens in browsers only. */
async function logIn(recorder: CallRecorder, { password }: { password: string }) {
  const visitor = recorder.openClient()
  const bearer = ({ access_token }: { access_token: string }) => ({
    customHeaders: { Authorization: `Bearer ${access_token}` },
  })
  const office = bearer(await visitor.admin.auth.getToken({ email: ADMIN_EMAIL, password }))
  await visitor.customers.create({ ...GRACE, first_name: 'Grace', last_name: 'Hopper' })
  const customer = bearer(await visitor.auth.getToken({ email: GRACE.email, password: GRACE.password }))
  const { admin } = recorder.openClient(office)
  return {
    visitor,
    client: Object.assign(recorder.openClient(customer), { admin }),
    browser: recorder.openClient({ ...office, axiosAdapter: browserAdapter }),
  }
}

function findToken(mails: readonly ParsedMail[], email: string): string | undefined {
  const received = mails.filter(({ to }) => [to].flat().some((addresses) => addresses?.text === email))
  return received.map(({ text }) => /[?&]token=([^\s&]+)/.exec(text ?? '')?.[1]).findLast((token) => token)
}
