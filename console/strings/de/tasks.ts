import type { Translation } from '../define-strings.ts'
import { plural } from '../plural.ts'
import type { en } from '../tasks.ts'

export const words: Translation<typeof en> = {
  tasks: 'Lange Arbeiten',
  task: 'Arbeit',
  shop: 'Shop',
  noTasks: 'Es gibt noch keine langen Arbeiten.',
  status: 'Status',
  startedBy: 'Gestartet von',
  started: 'Gestartet',
  startedText: 'Gestartet. Sie können die Seite verlassen.',
  task_running: 'Läuft',
  task_ending: 'Wird abgebrochen',
  task_done: 'Fertig',
  task_failed: 'Gescheitert',
  task_canceled: 'Abgebrochen',
  kind_copy: 'Kopie',
  kind_export: 'Export',
  kind_import: 'Import',
  kind_create: 'Anlegen',
  kind_drop: 'Löschen',
  kind_recover: 'Wiederherstellung',
  kind_move: 'Umzug',
  kind_move_back: 'Rückkehr',
  kind_move_finish: 'Löschen der alten Datenbank',
  kind_move_cancel: 'Löschen einer unvollständigen Kopie',
  cancelTask: (kind, shop) => `Abbrechen: ${kind} von ${shop}`,
  download: 'Herunterladen',
  begins: 'Beginnt',
  transferred: (rows, tables, files) =>
    `${rows.toLocaleString('de')} ${plural(rows, 'Zeile', 'Zeilen')} aus ${tables} ${plural(tables, 'Tabelle', 'Tabellen')}, ${files} ${plural(files, 'Datei', 'Dateien')}`,
  copying: (copied, tables) => `${copied} von ${tables} Tabellen sind kopiert`,
  switched: (milliseconds) =>
    `Anfragen wurden höchstens ${(milliseconds / 1000).toLocaleString('de', { maximumFractionDigits: 1 })} Sekunden abgelehnt`,
  retrying: (attempt) => `Der Shop war zu beschäftigt für den Wechsel. Versuch ${attempt} folgt`,
  waitsFor: (kind, actor) => `Wartet auf das Ende einer anderen Arbeit an diesem Shop: ${kind}, gestartet von ${actor}`,
  waitsForCommand: (kind) => `Wartet auf das Ende einer anderen Arbeit an diesem Shop: ${kind}, durch einen Befehl`,
  checking: 'Die Datei wird geprüft',
  progress_creating_database: 'Die Datenbank wird angelegt',
  progress_catching_up: 'Die letzten Änderungen werden kopiert',
  progress_copied: 'Alle Zeilen sind kopiert und geprüft',
  work: 'Kopieren, exportieren und umziehen',
  start: 'Starten',
  copyShop: 'Shop kopieren',
  copyTitle: (id) => `${id} zum Ausprobieren kopieren`,
  copyText:
    'Der Shop läuft während der Kopie weiter. Die Kopie hat die Kunden und Bestellungen von jetzt. Sie sendet keine E-Mails und Webhooks und hat keine Schlüssel anderer Dienste.',
  exportShop: 'In eine Datei exportieren',
  exportTitle: (id) => `${id} in eine Datei exportieren`,
  exportText:
    'Die Datei enthält die Datenbank und die lokalen Dateien. Verwahren Sie sie so sicher wie ein Backup. Halten Sie den Shop vorher an, wenn keine späteren Änderungen verloren gehen dürfen. Sie können die Datei einen Tag lang herunterladen.',
  passphrase: 'Passphrase',
  passphraseHint:
    'Mindestens 12 Zeichen. Sie verschlüsselt die Variablen mit ihren Geheimnissen. Ohne Passphrase enthält die Datei keine Variablen.',
  importShop: 'Shop importieren',
  importText:
    'Der importierte Shop ist angehalten, damit nichts doppelt versendet wird. Setzen Sie nur einen von beiden fort.',
  file: 'Datei',
  fileHint: 'Der Export eines Shops derselben Version mit denselben Plugins.',
  chooseFile: 'Datei wählen',
  uploading: 'Die Datei wird hochgeladen. Bitte warten Sie.',
  uploaded: 'Die Datei ist hochgeladen.',
  importPassphraseHint:
    'Die des Exports. Ohne Passphrase bekommt der Shop keine Variablen, und alle Benutzer melden sich neu an.',
  moveShop: 'Auf anderen Server umziehen',
  moveTitle: (id) => `${id} auf einen anderen Server umziehen`,
  moveText:
    'Der Shop läuft während der Kopie weiter. Seine Anfragen werden höchstens fünf Sekunden abgelehnt. Sie können zurückkehren, bis Sie die alte Datenbank löschen.',
  noOtherServer: 'Es gibt keinen anderen PostgreSQL-Server. Fügen Sie einen hinzu: shop shops servers add <name> <url>',
  movedText: (server, old) =>
    `Der Shop ist auf ${server}. Seine alte Datenbank auf ${old} erhält alle Änderungen, bis Sie sie löschen oder zurückkehren.`,
  unfinishedText: (server) =>
    `Ein Umzug nach ${server} ist unvollständig. Starten Sie ihn noch einmal, oder löschen Sie die Kopie.`,
  deleteCopy: 'Unvollständige Kopie löschen',
  deleteCopyTitle: (server) => `Kopie auf ${server} löschen?`,
  deleteCopyText: 'Der Shop bleibt auf seinem Server.',
  moveBack: (server) => `Zurück nach ${server}`,
  finishMove: 'Alte Datenbank löschen',
  finishTitle: (server) => `Alte Datenbank auf ${server} löschen?`,
  finishText: 'Danach kann der Shop nicht mehr zurückkehren.',
}
