import { el, labelled, t } from './page.js'

/** The texts of the home page in a language. */
export function homeFields({ theme, change }, { code, name, intro, lead }) {
  const texts = { intro: '', lead: '', ...theme().home[code] }
  const controls = {
    intro: el('input', { value: texts.intro, maxLength: 120, placeholder: intro }),
    lead: el('textarea', { value: texts.lead, maxLength: 300, placeholder: lead }),
  }
  for (const [key, control] of Object.entries(controls))
    control.addEventListener('input', () =>
      change({ home: { ...theme().home, [code]: { ...theme().home[code], [key]: control.value } } }),
    )
  return el(
    'fieldset',
    { lang: code },
    el('legend', {}, `${t('Home page')} – ${name}`),
    labelled('Heading', controls.intro),
    labelled('Introduction', controls.lead),
  )
}
