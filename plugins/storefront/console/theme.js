import { api } from '../../plugin.js'
import { contrastOf } from './contrast.js'
import { el, labelled, select, t } from './page.js'
import { createPreview } from './preview.js'

const form = document.querySelector('#theme')
const status = el('p', { role: 'status' }, t('Loading'))
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

function report(text, className = 'quiet') {
  status.className = className
  status.textContent = text
}

const fail = (error) => report(error.message, 'error')

function fieldset(legend, ...children) {
  return el('fieldset', {}, el('legend', {}, t(legend)), ...children)
}

function nameField() {
  const input = el('input', { value: theme.name, maxLength: 60, placeholder: answer.shop_name })
  input.addEventListener('input', () => change({ name: input.value }))
  return labelled('Name', input, 'Empty: the name of the shop.')
}

function logoField() {
  const picture = el('img', { className: 'logo', alt: '' })
  const remove = el('button', { type: 'button' }, t('Remove the logo'))
  const input = el('input', { type: 'file', accept: 'image/png,image/svg+xml,image/jpeg,image/webp' })
  const show = () => {
    picture.hidden = remove.hidden = theme.logo === null
    if (theme.logo) picture.src = theme.logo.url
  }
  input.addEventListener('change', () => {
    const [file] = input.files
    if (file)
      upload(file)
        .then((logo) => change({ logo }))
        .then(show)
        .catch(fail)
  })
  remove.addEventListener('click', () => {
    input.value = ''
    change({ logo: null })
    show()
  })
  show()
  return el(
    'div',
    {},
    picture,
    labelled('Logo', input, 'It replaces the name in the header. PNG, SVG, JPEG or WebP.'),
    remove,
  )
}

/** Stores a picture, with the size that the page reserves for it. */
async function upload(file) {
  const size = await sizeOf(file)
  const body = new FormData()
  body.append('files', file)
  const response = await fetch(new URL('../../../admin/uploads', import.meta.url), { method: 'POST', body })
  const stored = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(stored.message ?? `The shop answered with the status ${response.status}`)
  const url = new URL(stored.uploads[0].url)
  return { url: url.origin === location.origin ? url.pathname : url.href, ...size }
}

async function sizeOf(file) {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
  } catch {
    throw new Error(t('This file is no picture that a browser can show.'))
  } finally {
    URL.revokeObjectURL(picture.src)
  }
  // An SVG without a size has the one of its view box.
  return {
    width: Math.min(10_000, picture.naturalWidth || 300),
    height: Math.min(10_000, picture.naturalHeight || 100),
  }
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

function homeFields({ code, name, intro, lead }) {
  const texts = { intro: '', lead: '', ...theme.home[code] }
  const controls = {
    intro: el('input', { value: texts.intro, maxLength: 120, placeholder: intro }),
    lead: el('textarea', { value: texts.lead, maxLength: 300, placeholder: lead }),
  }
  for (const [key, control] of Object.entries(controls))
    control.addEventListener('input', () =>
      change({ home: { ...theme.home, [code]: { ...theme.home[code], [key]: control.value } } }),
    )
  return el(
    'fieldset',
    { lang: code },
    el('legend', {}, `${t('Home page')} – ${name}`),
    labelled('Heading', controls.intro),
    labelled('Introduction', controls.lead),
  )
}

function buttons() {
  const reset = el('button', { type: 'button' }, t('Reset'))
  reset.addEventListener('click', () => {
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
    fieldset('Name and logo', nameField(), logoField()),
    fieldset('Colours', choice('Brightness', 'scheme', SCHEMES)),
    colourFields('light', 'Light colours'),
    ...darkFields(),
    fieldset(
      'Fonts and corners',
      choice('Texts', 'font', fonts),
      choice('Headings', 'headings', fonts),
      cornersField(),
    ),
    ...answer.languages.map(homeFields),
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
