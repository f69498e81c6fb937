import type { CompanyItem } from '#contract/calls/companies.ts'

export const exampleProviders: readonly [CompanyItem, ...CompanyItem[]] = [
  {
    id: 11,
    name: 'Northway Markets',
    language: 'en',
    logo: '',
    url: 'https://northway.example/',
    subject: 'Northway Markets Limited',
    registered_address: '2 Harbour Road, Port Vell',
    location: 'Floor 12, 1 Harbour Road, Port Vell',
    email: 'help@northway.example',
  },
  {
    ...{ id: 12, name: '北方證券（國際）有限公司', language: 'hk', logo: '', url: '' },
    ...{ subject: '北方證券（國際）有限公司', registered_address: '', location: '', email: '' },
  },
  {
    ...{ id: 13, name: 'Pfändungsverwaltungsgesellschaftsversicherung and Partners', language: 'en' },
    ...{ subject: 'A company with a name that no line of a phone can hold', email: '', logo: '', url: '' },
    ...{ registered_address: '', location: '' },
  },
  {
    ...{ id: 14, name: 'الطريق الشمالي (NW)', language: 'ar', logo: '', url: '', email: '' },
    ...{ subject: 'شركة الطريق الشمالي ذ.م.م.', registered_address: '', location: 'شارع الميناء ١' },
  },
]
