import { useEffect } from 'react'
import { LANGUAGES, type Language, setLanguage, useLanguage } from './language.ts'
import { useUserSetting } from './use-user-setting.ts'

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in LANGUAGES

/** The language of the user on all devices. A new device takes it over. */
export function useOwnLanguage(): [Language, (language: Language) => void] {
  const language = useLanguage()
  const { value, save } = useUserSetting('language')
  useEffect(() => {
    if (isLanguage(value)) setLanguage(value)
  }, [value])
  const choose = (next: Language) => {
    setLanguage(next)
    save(next)
  }
  return [language, choose]
}
