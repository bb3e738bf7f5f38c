import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, timestamps } from '#entities/base.ts'

/** A passkey verifies its holder on the device, so it logs a user in without a password and a code. */
const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: id('pk'),
    ...timestamps(),
    user_id: p.text().index(),
    name: p.text(),
    /** The host name of the console. The passkey works only there. */
    rp_id: p.text(),
    credential_id: p.text().unique(),
    public_key: p.text().hidden(),
    counter: p.bigint('number').hidden(),
    /** The time of the last accepted challenge, in milliseconds. A response is accepted once. */
    last_challenge: p
      .bigint('number')
      .onCreate(() => 0)
      .hidden(),
    last_used_at: p.datetime(3).nullable(),
  },
})

export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey)
