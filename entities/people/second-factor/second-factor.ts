import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, timestamps } from '#entities/base.ts'
import { TooManyRequests } from '#entities/errors.ts'
import { now } from '#entities/values/clock.ts'

const HOUR = 3_600_000
/** At a time, three of a million codes are valid, so a guesser needs years. */
const MAX_FAILURES = 10

/** The authenticator app and the recovery codes of a user, or of a person in the directory of many shops. */
const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factor',
  properties: {
    id: id('sf'),
    ...timestamps(),
    user_id: p.text().unique(),
    /** Encrypted. Null without an app. */
    app_secret: p.text().nullable().hidden(),
    /** The time step of the last accepted code. A code is accepted once. */
    app_step: p
      .bigint('number')
      .onCreate(() => 0)
      .hidden(),
    /** Of the unused codes. */
    recovery_hashes: p
      .array()
      .onCreate(() => [])
      .hidden(),
    failures: p.integer().onCreate(() => 0),
    failing_since: p.datetime(3).nullable(),
  },
})

export class SecondFactor extends SecondFactorSchema.class {
  /** @throws TooManyRequests after ten wrong codes in an hour. */
  assertCanTry(): void {
    const waited = now().getTime() - (this.failing_since?.getTime() ?? 0)
    if (waited < HOUR && this.failures >= MAX_FAILURES) throw new TooManyRequests(Math.ceil((HOUR - waited) / 1000))
  }

  recordFailure(): void {
    const isNewHour = now().getTime() - (this.failing_since?.getTime() ?? 0) >= HOUR
    if (isNewHour) this.failing_since = now()
    this.failures = isNewHour ? 1 : this.failures + 1
  }

  recordSuccess(): void {
    this.failures = 0
    this.failing_since = null
  }
}
SecondFactorSchema.setClass(SecondFactor)
