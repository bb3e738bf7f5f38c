interface Name {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
}

interface Buyer {
  email: string
  customer?: Name | null | undefined
  shipping_address?: Name | null | undefined
}

const fullName = (name: Name | null | undefined) => [name?.first_name, name?.last_name].filter(Boolean).join(' ')

/** The name of the customer or of the shipping address, or the e-mail address of a guest without a name. */
export const nameOfBuyer = ({ customer, shipping_address, email }: Buyer): string =>
  fullName(customer) || fullName(shipping_address) || email
