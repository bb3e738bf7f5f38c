/* ISO 4217, as in `client/currency-decimals.ts`. `Intl` leaves out the decimals of currencies such as `huf`. */
const WITHOUT_DECIMALS = 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf'.split(' ')
const WITH_THREE = 'bhd iqd jod kwd lyd omr tnd'.split(' ')

function decimalsOf(currency) {
  const code = currency.toLowerCase()
  if (WITHOUT_DECIMALS.includes(code)) return 0
  return WITH_THREE.includes(code) ? 3 : 2
}

/** Returns an amount in minor units with its currency, such as `12,50 €`. */
export function moneyText(amount, currency, language) {
  const digits = decimalsOf(currency)
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount / 10 ** digits)
}
