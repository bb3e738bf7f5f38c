import qs from 'qs'
import { RawJson } from './mutations.ts'

export function jsonOf(value: unknown): string {
  const raw: string[] = []
  const text = JSON.stringify(value, (_key, inner) => {
    if (!(inner instanceof RawJson)) return inner
    raw.push(inner.text)
    return `raw:${raw.length - 1}:`
  })
  return (text ?? 'null').replace(/"raw:(\d+):"/g, (_match, i) => raw[Number(i)] as string)
}

/** The envelope of superjson, with the paths of dates. */
export function superJsonOf(value: unknown, meta: unknown = { values: datesIn(value), v: 1 }): string {
  return `{"json":${jsonOf(value)},"meta":${jsonOf(meta)}}`
}

function datesIn(value: unknown, at: readonly string[] = []): Record<string, unknown> {
  if (value instanceof Date) return { [at.map((key) => key.replace(/[\\.]/g, '\\$&')).join('.')]: ['Date'] }
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return {}
  return Object.assign({}, ...Object.entries(value).map(([key, inner]) => datesIn(inner, [...at, key])))
}

export function queryOf(input: Record<string, unknown>): string {
  const plain = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, value instanceof RawJson ? value.text : value]),
  )
  return qs.stringify(plain, { encoder: (text) => escaped(String(text)) })
}

/** Percent-encodes a text. A lone surrogate is encoded as if it were a character. */
export const escaped = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')
