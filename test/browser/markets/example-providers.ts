import type { CompanyItem } from '#contract/calls/companies.ts'

export const exampleProviders: readonly [CompanyItem, ...CompanyItem[]] = [
  {
    id: 11,
    name: 'Northway Markets',
    logo: '',
    url: 'https://northway.example/',
    subject: 'Northway Markets Limited',
    registered_address: '2 Harbour Road, Port Vell',
    location: 'Floor 12, 1 Harbour Road, Port Vell',
    email: 'help@northway.example',
  },
  {
    ...{ id: 12, name: '北方證券（國際）有限公司', logo: '', url: '', subject: '北方證券（國際）有限公司' },
    ...{ registered_address: '', location: '', email: '' },
  },
  {
    ...{ id: 13, name: 'Pfändungsverwaltungsgesellschaftsversicherung and Partners', logo: '', url: '' },
    ...{ subject: 'A company with a name that no line of a phone can hold', email: '' },
    ...{ registered_address: '', location: '' },
  },
]
