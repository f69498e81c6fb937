import type { ComponentType } from 'react'
import type { ScreenName, ScreenProps } from '#web/parts/screen-props.ts'
import type { LateCode } from '#web/stores/late-parts.ts'

export type Tab = 'documentary' | 'orders' | 'markets' | 'ranking' | 'trade'

export type ScreenComponent = ComponentType<ScreenProps>

export type ScreenRoute = {
  readonly name: ScreenName
  readonly path: string
  readonly needsLogin?: true
  /** Not for demo accounts. */
  readonly realOnly?: true
  /** Shows the tab bar, and is hidden instead of unmounted when another screen opens. */
  readonly keptAlive?: true
  readonly tab?: Tab
  /** A screen without code is not built yet and shows a placeholder. */
  readonly code?: LateCode<ScreenComponent>
}

/** Every path of the app. Other paths show the "page not found" screen. */
export const routes: readonly ScreenRoute[] = [
  {
    path: '/',
    name: 'home',
    keptAlive: true,
    tab: 'markets',
    code: { load: async () => (await import('#web/screens/home/home-screen.tsx')).HomeScreen },
  },
  {
    path: '/trade',
    name: 'trade',
    keptAlive: true,
    tab: 'trade',
    code: {
      dictionaries: ['trading', 'ticket', 'alerts'],
      load: async () => (await import('#web/screens/trade/trade-screen.tsx')).TradeScreen,
    },
  },
  {
    path: '/order',
    name: 'order',
    keptAlive: true,
    tab: 'orders',
    needsLogin: true,
    code: {
      dictionaries: ['trading', 'orders'],
      load: async () => (await import('#web/screens/order/order-screen.tsx')).OrderScreen,
    },
  },
  {
    path: '/user',
    name: 'user',
    keptAlive: true,
    needsLogin: true,
    code: {
      dictionaries: ['account', 'trading'],
      load: async () => (await import('#web/screens/account/account-screen.tsx')).AccountScreen,
    },
  },
  {
    path: '/news',
    name: 'news',
    keptAlive: true,
    code: {
      dictionaries: ['content', 'calendar'],
      load: async () => (await import('#web/screens/news/news-screen.tsx')).NewsScreen,
    },
  },
  { path: '/rank', name: 'rank', keptAlive: true, tab: 'ranking' },
  { path: '/documentary', name: 'documentary', keptAlive: true, tab: 'documentary' },
  {
    path: '/news/detail',
    name: 'news_detail',
    code: {
      dictionaries: ['content'],
      load: async () => (await import('#web/screens/news-detail/news-detail-screen.tsx')).NewsDetailScreen,
    },
  },
  {
    path: '/feedback',
    name: 'feedback',
    code: { load: async () => (await import('#web/screens/feedback/feedback-screen.tsx')).FeedbackScreen },
  },
  {
    path: '/login',
    name: 'login',
    code: {
      dictionaries: ['entry'],
      load: async () => (await import('#web/screens/login/login-screen.tsx')).LoginScreen,
    },
  },
  {
    path: '/register',
    name: 'register',
    code: {
      dictionaries: ['entry'],
      load: async () => (await import('#web/screens/register/register-screen.tsx')).RegisterScreen,
    },
  },
  {
    path: '/forgot',
    name: 'forgot',
    code: {
      dictionaries: ['entry'],
      load: async () =>
        (await import('#web/screens/reset-password/reset-password-screen.tsx')).ResetPasswordScreen,
    },
  },
  {
    path: '/product',
    name: 'product',
    code: {
      load: async () => (await import('#web/screens/market-search/product-screen.tsx')).ProductScreen,
    },
  },
  {
    path: '/mine/auth',
    name: 'auth',
    needsLogin: true,
    realOnly: true,
    code: {
      dictionaries: ['account'],
      load: async () =>
        (await import('#web/screens/verification/verification-screen.tsx')).VerificationScreen,
    },
  },
  {
    path: '/mine/invite',
    name: 'invite',
    needsLogin: true,
    realOnly: true,
    code: {
      dictionaries: ['account'],
      load: async () => (await import('#web/screens/invite/invite-screen.tsx')).InviteScreen,
    },
  },
  {
    path: '/mine/email',
    name: 'email',
    code: {
      dictionaries: ['account', 'funds', 'complaints'],
      load: async () => (await import('#web/screens/complaints/complaints-screen.tsx')).ComplaintsScreen,
    },
  },
  {
    path: '/mine/announcement',
    name: 'announcement',
    code: {
      dictionaries: ['content'],
      load: async () =>
        (await import('#web/screens/announcement/announcement-screen.tsx')).AnnouncementScreen,
    },
  },
  {
    path: '/legal/terms',
    name: 'legal_terms',
    code: {
      dictionaries: ['content'],
      load: async () => (await import('#web/screens/legal/legal-screen.tsx')).LegalScreen,
    },
  },
  {
    path: '/legal/privacy',
    name: 'legal_privacy',
    code: {
      dictionaries: ['content'],
      load: async () => (await import('#web/screens/legal/legal-screen.tsx')).LegalScreen,
    },
  },
  {
    path: '/legal/risk',
    name: 'legal_risk',
    code: {
      dictionaries: ['content'],
      load: async () => (await import('#web/screens/legal/legal-screen.tsx')).LegalScreen,
    },
  },
  {
    path: '/mine/password',
    name: 'password',
    needsLogin: true,
    realOnly: true,
    code: {
      dictionaries: ['entry'],
      load: async () =>
        (await import('#web/screens/change-password/change-password-screen.tsx')).ChangePasswordScreen,
    },
  },
  {
    path: '/mine/history',
    name: 'history',
    needsLogin: true,
    code: {
      dictionaries: ['trading', 'history'],
      load: async () =>
        (await import('#web/screens/transactions/transactions-screen.tsx')).TransactionsScreen,
    },
  },
  {
    path: '/mine/charge',
    name: 'charge',
    needsLogin: true,
    realOnly: true,
    code: {
      dictionaries: ['account', 'funds'],
      load: async () => (await import('#web/screens/deposit/deposit-screen.tsx')).DepositScreen,
    },
  },
  {
    path: '/mine/withdraw',
    name: 'withdraw',
    needsLogin: true,
    realOnly: true,
    code: {
      dictionaries: ['entry', 'account', 'funds'],
      load: async () => (await import('#web/screens/withdraw/withdraw-screen.tsx')).WithdrawScreen,
    },
  },
  {
    path: '/mine/alerts',
    name: 'alerts',
    needsLogin: true,
    code: {
      dictionaries: ['alerts', 'push'],
      load: async () => (await import('#web/screens/alerts/alerts-screen.tsx')).AlertsScreen,
    },
  },
  {
    path: '/mine/chat',
    name: 'chat',
    code: {
      dictionaries: ['support'],
      load: async () => (await import('#web/screens/support/chat/chat-screen.tsx')).ChatScreen,
    },
  },
  {
    path: '/support',
    name: 'support',
    code: {
      dictionaries: ['support', 'trading'],
      load: async () => (await import('#web/screens/support/support-screen.tsx')).SupportScreen,
    },
  },
  {
    path: '/mine/system',
    name: 'system',
    needsLogin: true,
    code: {
      dictionaries: ['account'],
      load: async () => (await import('#web/screens/settings/settings-screen.tsx')).SettingsScreen,
    },
  },
  {
    path: '/mine/notices',
    name: 'notices',
    needsLogin: true,
    code: {
      dictionaries: ['notices'],
      load: async () => (await import('#web/screens/notices/notices-screen.tsx')).NoticesScreen,
    },
  },
  {
    path: '/mine/notices/settings',
    name: 'notice_settings',
    needsLogin: true,
    code: {
      dictionaries: ['notices', 'push'],
      load: async () =>
        (await import('#web/screens/notices/notice-settings-screen.tsx')).NoticeSettingsScreen,
    },
  },
  {
    path: '/mine/wallet',
    name: 'wallet',
    needsLogin: true,
    realOnly: true,
    code: {
      dictionaries: ['trading', 'funds'],
      load: async () => (await import('#web/screens/wallet/wallet-screen.tsx')).WalletScreen,
    },
  },
  {
    path: '/mine/bank-card-list',
    name: 'bank_card_list',
    needsLogin: true,
    realOnly: true,
    code: {
      dictionaries: ['account', 'funds'],
      load: async () =>
        (await import('#web/screens/payout-methods/payout-methods-screen.tsx')).PayoutMethodsScreen,
    },
  },
  {
    path: '/mine/coin-address-list',
    name: 'coin_address_list',
    needsLogin: true,
    realOnly: true,
    code: {
      dictionaries: ['account', 'funds'],
      load: async () =>
        (await import('#web/screens/payout-methods/payout-methods-screen.tsx')).PayoutMethodsScreen,
    },
  },
  {
    path: '/mine/withdraw-way',
    name: 'withdraw_way',
    needsLogin: true,
    realOnly: true,
    code: {
      dictionaries: ['entry', 'account', 'funds'],
      load: async () =>
        (await import('#web/screens/payout-methods/add-payout-method-screen.tsx')).AddPayoutMethodScreen,
    },
  },
  {
    path: '/language',
    name: 'language',
    code: { load: async () => (await import('#web/screens/language/language-screen.tsx')).LanguageScreen },
  },
]
