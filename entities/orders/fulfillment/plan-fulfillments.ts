/** A line of which pieces are to be sent. */
export type FulfillableLine = { id: string; profile_id: string | null; quantity: number }

/** A shipping method by which lines of one shipping profile are sent. */
export type FulfillmentMethod = { shipping_option: { provider_id: string; profile_id: string } }

export type PlannedFulfillment<Method extends FulfillmentMethod> = {
  method: Method
  items: { item_id: string; quantity: number }[]
}

/**
 * What goes into which parcel: one for each provider and shipping profile. The only method takes all lines; of
 * several, the first for the profile of its product takes a line, and one that none is for is left out.
 */
export function planFulfillments<Method extends FulfillmentMethod>(
  lines: readonly FulfillableLine[],
  methods: readonly Method[],
): PlannedFulfillment<Method>[] {
  const parcels = new Map<string, PlannedFulfillment<Method>>()
  for (const { id, profile_id, quantity } of lines) {
    const method = methodFor(profile_id, methods)
    if (!method || quantity <= 0) continue
    const { provider_id } = method.shipping_option
    const key = `${provider_id} ${method.shipping_option.profile_id}`
    const parcel = parcels.get(key) ?? { method, items: [] }
    parcel.items.push({ item_id: id, quantity })
    parcels.set(key, parcel)
  }
  return [...parcels.values()]
}

/** Those of the lines that no method is for. */
export const findUnassignedLines = <Line extends { profile_id: string | null }>(
  lines: readonly Line[],
  methods: readonly FulfillmentMethod[],
): Line[] => lines.filter(({ profile_id }) => !methodFor(profile_id, methods))

const methodFor = <Method extends FulfillmentMethod>(profile_id: string | null, methods: readonly Method[]) =>
  methods.length === 1 ? methods[0] : methods.find(({ shipping_option }) => shipping_option.profile_id === profile_id)
