import { experimental_standaloneMiddleware } from '@trpc/server'
import { z } from 'zod'
import type { PlainRow } from '#database/fast-rows.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders, ShownPaymentData } from '#entities/cart/payment/payment-port.ts'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import type { Context, ResponseSaver } from '../context/context.ts'
import type { PaymentPart, PaymentParts } from '../context/payment-part.ts'
import type { ProcedureDefinition, proceduresOf } from '../context/procedures-of.ts'
import { type Resource, relatedResource } from '../reading/define-resource.ts'
import { isRow } from '../reading/is-row.ts'
import { documentedSchemaOf } from '../reading/resource.ts'
import { isShown, markShown } from '../reading/show-row.ts'

/*
 * The data of a payment can identify the account of a customer at the provider, and the id of a cart or an order is enough to
 * read it. So the store shows only the properties that the provider declares, in each resource of a payment or a session.
 */

export const paymentPartsOf = (procedures: ReturnType<typeof proceduresOf>): PaymentParts =>
  new Map(
    procedures.flatMap(([path, definition]): [string, PaymentPart][] => {
      const part = path.startsWith('store.') && partOfOutput(definition)
      return part && part.parts.size > 0 ? [[withoutSide(path), part]] : []
    }),
  )

/** The paths of REST have no prefix. */
const withoutSide = (path: string): string => path.replace(/^store\./, '')

const KINDS = new Map<object, keyof ShownPaymentData>([
  [Payment, 'payment'],
  [PaymentSession, 'session'],
  [CollectionSession, 'session'],
])

function partOfOutput({ output }: ProcedureDefinition): PaymentPart | undefined {
  if (!output) return undefined
  const known = new Map<z.core.$ZodType, PaymentPart>()
  const part = collectParts(documentedSchemaOf(output), known)
  // A relation can lead back to its row, so the parts with payments are found step by step.
  const relevant = new Set([...known.values()].filter(({ kind }) => kind))
  for (let size = -1; size !== relevant.size; ) {
    size = relevant.size
    for (const one of known.values())
      if ([...one.parts.values()].flat().some((next) => relevant.has(next))) relevant.add(one)
  }
  for (const { parts } of known.values())
    for (const [name, each] of parts) {
      const kept = each.filter((next) => relevant.has(next))
      if (kept.length > 0) parts.set(name, kept)
      else parts.delete(name)
    }
  return part
}

function collectParts(schema: z.core.$ZodType, known: Map<z.core.$ZodType, PaymentPart>): PaymentPart {
  const type = elementOf(schema)
  const existing = known.get(type)
  if (existing) return existing
  const resource = relatedResource(type)
  const part: PaymentPart = { kind: resource && KINDS.get(resource.model.entity), parts: new Map() }
  known.set(type, part)
  for (const [name, property] of propertiesOf(type, resource))
    part.parts.set(name, [...(part.parts.get(name) ?? []), collectParts(property, known)])
  return part
}

function elementOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodArray) return elementOf(schema.element)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return elementOf(schema.unwrap())
  return schema
}

function propertiesOf(type: z.core.$ZodType, resource: Resource | undefined): [string, z.core.$ZodType][] {
  if (resource) return Array.from(resource.model.relations, ([name, relation]) => [name, relation.resource])
  if (type instanceof z.ZodObject) return Object.entries(type.shape)
  return type instanceof z.ZodUnion ? type.options.flatMap((option) => propertiesOf(option, undefined)) : []
}

/** For procedures of the store. Saved responses of idempotency keys have the same properties. */
export const showPaymentData = experimental_standaloneMiddleware<{
  ctx: Context & { saveResponse: ResponseSaver }
}>().create(async ({ ctx, path, next }) => {
  const { paymentParts, directProviders } = ctx.services
  const part = paymentParts.get(withoutSide(path))
  if (!part) return next()
  const show = <Response>(response: Response) => shownPart(response, part, directProviders.payment)
  const saveResponse: ResponseSaver = (em, response) => ctx.saveResponse(em, show(response))
  const result = await next({ ctx: { saveResponse } })
  return result.ok ? { ...result, data: show(result.data) } : result
})

/** Returns `value` itself if nothing in it is hidden. */
function shownPart<Value>(value: Value, part: PaymentPart, providers: PaymentProviders): Value
function shownPart(value: unknown, part: PaymentPart, providers: PaymentProviders): unknown {
  if (!isRow(value)) return value
  if (Array.isArray(value)) {
    const shown = value.map((one) => shownPart(one, part, providers))
    return shown.some((one, i) => one !== value[i]) ? shown : value
  }
  let shown = value
  const replace = (name: string, next: unknown) => {
    if (next !== value[name]) shown = { ...shown, [name]: next }
  }
  for (const [name, each] of part.parts) for (const next of each) replace(name, shownPart(shown[name], next, providers))
  if (part.kind && isRow(value.data))
    replace('data', shownData(value.data, part.kind, providers.get(String(value.provider_id))))
  return shown === value || !isShown(value) ? shown : markShown(shown)
}

function shownData(
  data: PlainRow,
  kind: keyof ShownPaymentData,
  provider: { shownData?: ShownPaymentData } | undefined,
): PlainRow {
  if (kind === 'session' && provider && !provider.shownData?.session) return data
  const names = provider?.shownData?.[kind] ?? []
  const all = Object.entries(data)
  const shown = all.filter(([name]) => names.includes(name))
  return shown.length === all.length ? data : Object.fromEntries(shown)
}
