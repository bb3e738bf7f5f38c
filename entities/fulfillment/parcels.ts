/** A line of which pieces are to be sent. */
export type PackableLine = { id: string; profile_id: string | null; quantity: number }

/** A shipping method by which lines of one shipping profile are sent. */
export type PackingMethod = { shipping_option: { provider_id: string; profile_id: string } }

export type Parcel<Method extends PackingMethod> = {
  method: Method
  items: { item_id: string; quantity: number }[]
}

/**
 * What goes into which parcel: one for each provider and shipping profile. The only method takes all lines; of
 * several, the first for the profile of its product takes a line, and one that none is for is left out.
 */
export function parcelsOf<Method extends PackingMethod>(
  lines: readonly PackableLine[],
  methods: readonly Method[],
): Parcel<Method>[] {
  const parcels = new Map<string, Parcel<Method>>()
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
export const leftOver = <Line extends { profile_id: string | null }>(
  lines: readonly Line[],
  methods: readonly PackingMethod[],
): Line[] => lines.filter(({ profile_id }) => !methodFor(profile_id, methods))

const methodFor = <Method extends PackingMethod>(profile_id: string | null, methods: readonly Method[]) =>
  methods.length === 1 ? methods[0] : methods.find(({ shipping_option }) => shipping_option.profile_id === profile_id)
