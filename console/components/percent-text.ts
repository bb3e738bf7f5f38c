import { currentLocale } from '#console/app/language.ts'

/** A rate in percent as text, such as `25.5 %`. */
export const percentText = (rate: number): string => `${rate.toLocaleString(currentLocale())} %`
