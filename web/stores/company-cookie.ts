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
  /** Domain that the page shares with its API; undefined for a page without one. */
  readonly domain: string | undefined
  readonly isSecure: boolean
}

export function createCompanyCookie({ jar, domain, isSecure }: Parts): CompanyCookie {
  const read = () => idIn(jar.cookie)
  const set = (value: string, maxAge: number, attributes: string) => {
    jar.cookie = `${cookieName}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${attributes}`
  }
  const secure = isSecure ? '; Secure' : ''
  return {
    read,
    write(id) {
      if (domain !== undefined) {
        // A cookie of this host alone would hide the shared one.
        set('', 0, secure)
        set(String(id), maxAgeSeconds, `; Domain=${domain}${secure}`)
        if (read() === id) return
      }
      // Browsers refuse a cookie for a domain under which anyone can register a name, such as github.io.
      set(String(id), maxAgeSeconds, secure)
    },
  }
}

function idIn(cookies: string): number | undefined {
  const prefix = `${cookieName}=`
  const pair = cookies.split('; ').find((one) => one.startsWith(prefix))
  const [text = ''] = /^[1-9]\d{0,14}$/.exec(pair?.slice(prefix.length) ?? '') ?? []
  return text === '' ? undefined : Number(text)
}
