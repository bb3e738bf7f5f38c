export type FulfillableLine = { id: string; profile_id: string | null; quantity: number }

export type FulfillmentMethod = { shipping_option: { provider_id: string; profile_id: string } }

export type PlannedFulfillment<Method extends FulfillmentMethod> = {
  method: Method
  items: { item_id: string; quantity: number }[]
}

/** A single method gets all lines. Otherwise a line goes to the first method with its shipping profile. */
export function planFulfillments<Method extends FulfillmentMethod>(
  lines: readonly FulfillableLine[],
  methods: readonly Method[],
): PlannedFulfillment<Method>[] {
  const fulfillments = new Map<string, PlannedFulfillment<Method>>()
  for (const { id, profile_id, quantity } of lines) {
    const method = findMethod(profile_id, methods)
    if (!method || quantity <= 0) continue
    const { provider_id } = method.shipping_option
    const key = `${provider_id} ${method.shipping_option.profile_id}`
    const fulfillment = fulfillments.get(key) ?? { method, items: [] }
    fulfillment.items.push({ item_id: id, quantity })
    fulfillments.set(key, fulfillment)
  }
  return [...fulfillments.values()]
}

/** Returns the lines that `planFulfillments` leaves out. */
export const findUnassignedLines = <Line extends { profile_id: string | null }>(
  lines: readonly Line[],
  methods: readonly FulfillmentMethod[],
): Line[] => lines.filter(({ profile_id }) => !findMethod(profile_id, methods))

const findMethod = <Method extends FulfillmentMethod>(profile_id: string | null, methods: readonly Method[]) =>
  methods.length === 1 ? methods[0] : methods.find(({ shipping_option }) => shipping_option.profile_id === profile_id)
