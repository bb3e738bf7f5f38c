import { defineMail, type MailFormat } from 'cartwright'

interface Values extends MailFormat {
  data: { amount: number; currency_code: string }
}

export const grantMail = defineMail({
  event: 'store-credit.granted',
  data: ({ amount, currency_code }) => ({ amount, currency_code }),
  demo: { amount: 1500, currency_code: 'eur' },
  texts: {
    en: ({ data, shop, money }: Values) => ({
      subject: `You have ${money(data.amount, data.currency_code)} of store credit`,
      text: `Hello,\n\nwe have given you ${money(data.amount, data.currency_code)} of store credit. Use it for your next order:\n\n${shop.url}`,
    }),
    de: ({ data, shop, money }: Values) => ({
      subject: `Sie haben ${money(data.amount, data.currency_code)} Guthaben`,
      text: `Guten Tag,\n\nwir haben Ihnen ${money(data.amount, data.currency_code)} gutgeschrieben. Nutzen Sie das Guthaben für Ihre nächste Bestellung:\n\n${shop.url}`,
    }),
  },
})
