/** A line of which pieces are to be sent. */
export type PackableLine = { id: string; profile_id: string | null; quantity: number }

/** A shipping method by which lines of one shipping profile are sent. */
export type PackingMethod = { shipping_option: { provider_id: string; profile_id: string } }

export type Parcel<Method extends PackingMethod> = {
  method: Method
  items: { item_id: string; quantity: number }[]
}

/**
 * What goes into which parcel: one for each provider and shipping profile. A line goes with the first method for the
 * profile of its product; one that no method is for is left out.
 */
export function parcelsOf<Method extends PackingMethod>(
  lines: readonly PackableLine[],
  methods: readonly Method[],
): Parcel<Method>[] {
  const parcels = new Map<string, Parcel<Method>>()
  for (const { id, profile_id, quantity } of lines) {
    const method = methods.find(({ shipping_option }) => shipping_option.profile_id === profile_id)
    if (!method || quantity <= 0) continue
    const { provider_id } = method.shipping_option
    const key = `${provider_id} ${profile_id}`
    const parcel = parcels.get(key) ?? { method, items: [] }
    parcel.items.push({ item_id: id, quantity })
    parcels.set(key, parcel)
  }
  return [...parcels.values()]
}
