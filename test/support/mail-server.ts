import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface MailServer extends AsyncDisposable {
  url: string
  received: ParsedMail[]
  /** The next messages get this response, in which a server can quote the message. */
  refuse(times: number, response: (text: string) => string): void
}

/** Accepts mails over SMTP on a free port. */
export async function openMailServer(): Promise<MailServer> {
  const received: ParsedMail[] = []
  let refusals = 0
  let refusal = (_text: string): string => 'refused'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        if (refusals-- > 0) return done(Object.assign(new Error(refusal(mail.text ?? '')), { responseCode: 451 }))
        received.push(mail)
        done()
      }, done)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    received,
    refuse(times, response) {
      refusals = times
      refusal = response
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
