// The cookie that keeps the chosen provider. The other sites of the domain read it, too.

const cookieName = 'company'
/** Three years. Some browsers keep cookies for a shorter time, so the app writes it again at each start. */
const maxAgeSeconds = 3 * 365 * 86_400

/** `document`, or a stand-in. */
type CookieJar = { cookie: string }

export type CompanyCookie = {
  readonly read: () => number | undefined
  readonly write: (id: number) => void
}

type Parts = {
  readonly jar: CookieJar
  /** Host name of the page. */
  readonly host: string
  /** Domain that the page shares with its API; undefined for a page without one. */
  readonly domain: string | undefined
  readonly isSecure: boolean
}

export function createCompanyCookie({ jar, host, domain, isSecure }: Parts): CompanyCookie {
  // Browsers list the cookies of one path by age, so the last choice is the newest.
  const read = () => idsIn(jar.cookie).at(-1)
  /** `scope` is a domain; undefined for a cookie of this host alone. */
  const set = (value: string, maxAge: number, scope: string | undefined) => {
    const attributes = `${scope === undefined ? '' : `; Domain=${scope}`}${isSecure ? '; Secure' : ''}`
    jar.cookie = `${cookieName}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${attributes}`
  }
  return {
    read,
    write(id) {
      // An older cookie of another scope would hide the new one from sites that read the first. API_HOST may have
      // changed, or another host of the domain may have written it.
      for (const scope of [undefined, ...domainsOf(host)]) if (scope !== domain) set('', 0, scope)
      set(String(id), maxAgeSeconds, domain)
      // Browsers refuse a cookie for a domain under which anyone can register a name, such as github.io.
      if (domain !== undefined && read() !== id) set(String(id), maxAgeSeconds, undefined)
    },
  }
}

/** The host and the domains above it, without the top level. */
function domainsOf(host: string): readonly string[] {
  const labels = host.split('.').filter((label) => label !== '')
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, at) => labels.slice(at).join('.'))
}

function idsIn(cookies: string): readonly number[] {
  const prefix = `${cookieName}=`
  const values = cookies
    .split('; ')
    .flatMap((pair) => (pair.startsWith(prefix) ? pair.slice(prefix.length) : []))
  return values.filter((value) => /^[1-9]\d{0,14}$/.test(value)).map(Number)
}
