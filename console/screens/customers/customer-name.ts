interface Person {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  email: string
}

/** The full name, or the e-mail address of a customer without a name. */
export const customerName = ({ first_name, last_name, email }: Person): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email
