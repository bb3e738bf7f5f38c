import { api } from '../../plugin.js'
import { contrastOf } from './contrast.js'
import { homeFields } from './home-fields.js'
import { logoField } from './logo-field.js'
import { button, createStatus, el, fieldset, labelled, select, t } from './page.js'
import { createPreview } from './preview.js'
import { swatchFields } from './swatch-fields.js'

const form = document.querySelector('#theme')
const { element: status, report, fail } = createStatus(t('Loading'))
const READABLE = 4.5

/** The stored theme, and the one of the form. */
let answer
let theme
let preview

function change(changes) {
  theme = { ...theme, ...changes }
  report(t('Not saved yet'))
  checkColours()
  preview.show(theme)
}

/** The form for its parts in other files. */
const parts = { theme: () => theme, change, fail }

function nameField() {
  const input = el('input', { value: theme.name, maxLength: 60, placeholder: answer.shop_name })
  input.addEventListener('input', () => change({ name: input.value }))
  return labelled('Name', input, 'Empty: the name of the shop.')
}

const COLOURS = { background: 'Background', text: 'Text', accent: 'Accent' }

function colourFields(mode, legend) {
  const warning = el('p', { className: 'error', id: `${mode}-warning`, role: 'alert' })
  const fields = Object.entries(COLOURS).map(([name, label]) => {
    const input = el('input', { type: 'color', value: theme[mode][name], id: `${mode}-${name}` })
    input.setAttribute('aria-describedby', warning.id)
    input.addEventListener('input', () => change({ [mode]: { ...theme[mode], [name]: input.value } }))
    return labelled(label, input)
  })
  return fieldset(legend, el('div', { className: 'colours' }, ...fields), warning)
}

/** Without a choice, the dark colours follow from the light ones. */
function darkFields() {
  const box = el('input', { type: 'checkbox', checked: theme.dark !== null, id: 'dark-chosen' })
  box.addEventListener('change', () => {
    change({ dark: box.checked ? answer.dark_colours : null })
    render()
  })
  const choice = el('label', { className: 'check' }, box, t('Choose the dark colours'))
  return theme.dark ? [choice, colourFields('dark', 'Dark colours')] : [choice]
}

function checkColours() {
  for (const mode of ['light', 'dark'].filter((one) => theme[one])) {
    const { background, text, accent } = theme[mode]
    const contrast = Math.min(contrastOf(text, background), contrastOf(accent, background))
    const isShown = contrast < READABLE && theme.scheme !== (mode === 'light' ? 'dark' : 'light')
    const shown = (Math.floor(contrast * 10) / 10).toLocaleString(document.documentElement.lang)
    const warning = document.querySelector(`#${mode}-warning`)
    if (!warning) continue
    warning.textContent = isShown
      ? t(
          'Hard to read: {contrast} to 1. Choose a colour that differs more from the background (at least 4.5 to 1).',
        ).replace('{contrast}', shown)
      : ''
  }
}

const SCHEMES = [
  ['auto', 'As the device of the visitor'],
  ['light', 'Always light'],
  ['dark', 'Always dark'],
]

function choice(label, name, options) {
  const control = select(options, theme[name])
  control.addEventListener('change', () => change({ [name]: control.value }))
  return labelled(label, control)
}

function cornersField() {
  const input = el('input', { type: 'range', min: 0, max: 24, value: theme.corners })
  input.addEventListener('input', () => change({ corners: Number(input.value) }))
  return labelled('Corners', input)
}

function buttons() {
  const reset = button(t('Reset'), () => {
    if (confirm(t('Discard all changes of the console and use the theme of the code again?')))
      api('DELETE', 'storefront/theme').then(show).catch(fail)
  })
  const row = el('div', { className: 'row' }, el('button', { className: 'primary' }, t('Save')), reset)
  return el('div', { className: 'actions' }, status, row)
}

function show(stored) {
  answer = stored
  theme = stored.theme
  preview ??= createPreview(document.querySelector('#preview'), answer.languages)
  report('')
  render()
  preview.show(theme)
}

function render() {
  const fonts = answer.fonts.map((font) => [font, font])
  form.replaceChildren(
    fieldset('Name and logo', nameField(), logoField(parts)),
    fieldset('Colours', choice('Brightness', 'scheme', SCHEMES)),
    colourFields('light', 'Light colours'),
    ...darkFields(),
    fieldset(
      'Fonts and corners',
      choice('Texts', 'font', fonts),
      choice('Headings', 'headings', fonts),
      cornersField(),
    ),
    swatchFields(parts),
    ...answer.languages.map((language) => homeFields(parts, language)),
    buttons(),
  )
  checkColours()
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  api('POST', 'storefront/theme', theme)
    .then(show)
    .then(() => report(t('Saved. All pages have the new theme.')))
    .catch(fail)
})

form.append(status)
api('GET', 'storefront/theme').then(show).catch(fail)
