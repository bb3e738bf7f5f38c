import { defineMail } from 'cartwright'
import { settings } from './settings.ts'

declare module 'cartwright' {
  interface PluginEvents {
    'subscriptions.payment_failed': {
      customer_id: string
      cart_id: string
      tells: 'confirm' | 'declined'
      is_last: boolean
    }
  }
}

export const paymentFailed = defineMail({
  event: 'subscriptions.payment_failed',
  data({ cart_id, tells, is_last }, shop) {
    const url = settings.of(shop).SUBSCRIPTIONS_PAYMENT_URL
    return { tells, is_last, link: url ? `${url}${cart_id}` : '' }
  },
  demo: { tells: 'declined', is_last: false, link: 'https://shop.example/pay/cart_1' },
  texts: {
    en: ({ data: { tells, is_last, link } }) => ({
      subject: tells === 'confirm' ? 'Please confirm your payment' : 'We could not renew your subscription',
      text: `Hello,\n\n${tells === 'confirm' ? 'your bank asks you to confirm the payment of your subscription.' : 'the payment of your subscription was declined.'}\n\n${is_last ? 'We will not try again.' : 'We will try again in a few days.'} You can pay the order in the shop.\n\n${link}`,
    }),
    de: ({ data: { tells, is_last, link } }) => ({
      subject:
        tells === 'confirm' ? 'Bitte bestätigen Sie Ihre Zahlung' : 'Ihr Abonnement konnte nicht verlängert werden',
      text: `Guten Tag,\n\n${tells === 'confirm' ? 'Ihre Bank bittet Sie, die Zahlung für Ihr Abonnement zu bestätigen.' : 'die Zahlung für Ihr Abonnement wurde abgelehnt.'}\n\n${is_last ? 'Wir versuchen es nicht noch einmal.' : 'Wir versuchen es in einigen Tagen noch einmal.'} Sie können die Bestellung im Shop bezahlen.\n\n${link}`,
    }),
  },
})
