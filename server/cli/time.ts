import { InvalidArgumentError } from 'commander'
import { z } from 'zod'

/** Reads a time with its zone from an argument. @throws InvalidArgumentError */
export function time(text: string): Date {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError('Use a time such as 2026-11-29T20:15:00Z.')
  return new Date(parsed.data)
}
