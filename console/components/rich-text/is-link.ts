/** Whether a link leads to a page, a mail or a phone, and not to a script. */
export const isLink = (address: string): boolean => /^(https?:\/\/|mailto:|tel:|\/(?!\/))\S+$/i.test(address)
