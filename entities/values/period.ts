import { InvalidData } from '../errors.ts'

interface Period {
  starts_at?: Date | null
  ends_at?: Date | null
}

export function assertValidPeriod({ starts_at, ends_at }: Period): void {
  if (starts_at && ends_at && ends_at <= starts_at)
    throw new InvalidData('"ends_at" must be greater than "starts_at"')
      .about('ends_at')
      .because({ name: 'ends_before_start' })
}
