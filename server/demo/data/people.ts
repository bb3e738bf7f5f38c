export interface DemoPerson {
  first_name: string
  last_name: string
  address_1: string
  city: string
  postal_code: string
  country_code: string
  phone?: string
  /** The customer has an account with a password that no person knows. */
  hasAccount?: true
  groups?: readonly string[]
}

export const demoPeople = {
  clara: person('Clara', 'Vogel', ['Kastanienallee 12', '10435', 'Berlin', 'de'], {
    hasAccount: true,
    groups: ['Regulars'],
  }),
  jonas: person('Jonas', 'Lindqvist', ['Götgatan 48', '11826', 'Stockholm', 'se'], {
    hasAccount: true,
    groups: ['Regulars'],
  }),
  kantine: person('Kantine', 'Morgenrot', ['Am Hafen 3', '20457', 'Hamburg', 'de'], {
    ...{ phone: '+49 40 555 0144', hasAccount: true, groups: ['Wholesale'] },
  }),
  amelie: person('Amélie', 'Rousseau', ['Rue de Charonne 71', '75011', 'Paris', 'fr'], { hasAccount: true }),
  luca: person('Luca', 'Ferri', ['Via Tortona 20', '20144', 'Milano', 'it']),
  ines: person('Inés', 'Navarro', ['Calle del Pez 9', '28004', 'Madrid', 'es']),
  mila: person('Mila', 'Janssen', ['Prinsengracht 211', '1015 DT', 'Amsterdam', 'nl']),
  tomasz: person('Tomasz', 'Zieliński', ['ul. Mokotowska 14', '00-561', 'Warszawa', 'pl']),
  sofia: person('Sofia', 'Almeida', ['Rua das Flores 55', '4050-265', 'Porto', 'pt']),
  aoife: person('Aoife', 'Byrne', ['Capel Street 88', 'D01 X6P2', 'Dublin', 'ie']),
  freja: person('Freja', 'Holm', ['Elmegade 5', '2200', 'København', 'dk']),
  eero: person('Eero', 'Laine', ['Vaasankatu 17', '00500', 'Helsinki', 'fi']),
  paul: person('Paul', 'Winter', ['Neubaugasse 30', '1070', 'Wien', 'at']),
  emma: person('Emma', 'Peeters', ['Kloosterstraat 40', '2000', 'Antwerpen', 'be']),
  grace: person('Grace', 'Okafor', ['Greenwich Street 402', '10013', 'New York', 'us'], {
    hasAccount: true,
    groups: ['Regulars'],
  }),
  daniel: person('Daniel', 'Reyes', ['Valencia Street 980', '94110', 'San Francisco', 'us']),
  hannah: person('Hannah', 'Brooks', ['N Milwaukee Ave 1550', '60622', 'Chicago', 'us']),
  noah: person('Noah', 'Tremblay', ['Rue Saint-Viateur 120', 'H2T 2L1', 'Montréal', 'ca']),
  olivia: person('Olivia', 'Hart', ['Columbia Road 104', 'E2 7RG', 'London', 'gb']),
  rhys: person('Rhys', 'Morgan', ['Pontcanna Street 18', 'CF11 9HR', 'Cardiff', 'gb']),
  isla: person('Isla', 'Fraser', ['Leith Walk 215', 'EH6 8NX', 'Edinburgh', 'gb']),
  lena: person('Lena', 'Brunner', ['Josefstrasse 92', '8005', 'Zürich', 'ch']),
}

export type PersonName = keyof typeof demoPeople

export const personNames = Object.keys(demoPeople).filter((name): name is PersonName => Object.hasOwn(demoPeople, name))

export const emailOf = (name: PersonName): string => {
  const { first_name, last_name } = demoPeople[name]
  return `${first_name}.${last_name}@example.com`
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace('ł', 'l')
}

function person(
  first_name: string,
  last_name: string,
  [address_1, postal_code, city, country_code]: readonly [string, string, string, string],
  more: Pick<DemoPerson, 'phone' | 'hasAccount' | 'groups'> = {},
): DemoPerson {
  return { first_name, last_name, address_1, postal_code, city, country_code, ...more }
}
