import type { Translation } from '../define-strings.ts'
import type { en } from '../simulations.ts'

export const words: Translation<typeof en> = {
  title: 'Simulation',
  run: 'Durchspielen',
  running: 'Wird durchgespielt',
  hint: 'Spielt die Bestellungen und offenen Warenkörbe der letzten 30 Tage damit durch und ändert nichts. Jeder Käufer, der es nutzen darf, nutzt es. Umsatz ist ohne Steuern und Versand.',
  nothing: 'In den letzten 30 Tagen gab es keine Bestellungen und Warenkörbe.',
  sampled: (examined, all) => `Zeigt eine Stichprobe: ${examined} von ${all} Bestellungen und Warenkörben.`,
  purchases: 'Käufe',
  touched: 'Geändert',
  revenue: 'Umsatz',
  discounts: 'Mehr Rabatt',
  shipping: 'Versand',
  margin: 'Marge',
  change: (before, after) => `${before} → ${after}`,
  of: (part, all) => `${part} von ${all}`,
  ordersIn: (currency) => `Bestellungen in ${currency.toUpperCase()}`,
  cartsIn: (currency) => `Warenkörbe in ${currency.toUpperCase()}`,
  noCosts: 'Keine Kosten bekannt',
  costsOf: (known, all) => `Kosten von ${known} von ${all} Artikeln sind bekannt`,
  noChange: 'Kein Käufer hätte einen anderen Betrag bezahlt.',
  buyer: 'Käufer',
  paid: 'Ohne',
  wouldPay: 'Damit',
  order: (number) => `Bestellung ${number}`,
  cart: 'Offener Warenkorb',
}
