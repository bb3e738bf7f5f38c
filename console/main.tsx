import '@fontsource-variable/inter/wght.css'
import './app/first-styles.ts'
import './app/global.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'

createRoot(document.getElementById('root')!).render(<App />)
