import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'

/** Reads one of the settings that the server defines with `isReadByKey`. */
export const defaultSetting = defineCall({
  name: 'default_setting',
  group: 'Account and settings',
  summary: 'Read one public setting',
  path: '/api/default/setting',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    key: Type.Union([
      Type.Literal('is_show_mobile'),
      Type.Literal('verify_reg_type'),
      Type.Literal('invite_required'),
    ]),
  }),
  answer: Type.Integer({ description: 'Value of the setting; switches are 1 (on) or 0 (off)' }),
})

export type DefaultSettingInput = InputOf<typeof defaultSetting>
export type DefaultSettingAnswer = AnswerOf<typeof defaultSetting>

/** Settings that affect the screens. */
export const basicInfo = defineCall({
  name: 'basic_info',
  group: 'Account and settings',
  summary: 'Read settings that affect the screens',
  path: '/api/basicSet/getBasicInfo',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Object({
    service_link: Type.String({ description: 'Link to external support; empty for the built-in chat' }),
    service_link_type: Type.Integer({
      description: '2 copy the link, 3 redirect to it, otherwise show it in the app',
    }),
    verify_reg_type: Type.Integer({
      description: 'Check at registration: 1 a sent code, 2 an image captcha',
    }),
    trade_fee_type: Type.Integer({ description: '1 fee per lot, otherwise a share of the margin' }),
    simulated_prices: Type.Integer({ description: '1 if prices are simulated' }),
    real_trades: Type.Integer({
      description: '1 if real accounts may open orders; 0 if they may not, because prices are simulated',
    }),
  }),
})

export type BasicInfoAnswer = AnswerOf<typeof basicInfo>

export const areaList = defineCall({
  name: 'area_list',
  group: 'Account and settings',
  summary: 'List countries with their dialling codes',
  path: '/api/default/area_list',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Array(
    Type.Object({
      id: Type.Integer(),
      code: Type.String({ description: 'ISO 3166 code of the country' }),
      global_code: Type.String({ description: 'Dialling code, digits only' }),
    }),
  ),
})

export type AreaListAnswer = AnswerOf<typeof areaList>
