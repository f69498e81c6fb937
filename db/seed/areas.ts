import { type Area, unsupportedCountries } from '#core/user/contact.ts'

/**
 * Countries and territories of ISO 3166-1 with telephone service, and Kosovo as XK: id, country, dialling code.
 * Clients send the ids, so an id never changes and is never reused. A new entry takes the next id.
 *
 * Countries that share a dialling code all have the shared one: Trinidad and Tobago has 1, not 1868. No code is
 * therefore a prefix of another, and a number is the same account in whichever country it is entered.
 */
const firstShown = `
   1 SG 65, 2 TW 886, 3 MY 60, 4 JP 81, 5 KR 82, 6 TH 66, 7 VN 84, 8 ID 62, 9 GB 44,
   10 DE 49, 11 US 1`

/** The other countries, sorted by country code. */
const others = `
   12 AD 376, 13 AE 971, 14 AF 93, 15 AG 1, 16 AI 1, 17 AL 355, 18 AM 374, 19 AO 244, 20 AR 54, 21 AS 1,
   22 AT 43, 23 AU 61, 24 AW 297, 25 AX 358, 26 AZ 994, 27 BA 387, 28 BB 1, 29 BD 880, 30 BE 32, 31 BF 226,
   32 BG 359, 33 BH 973, 34 BI 257, 35 BJ 229, 36 BL 590, 37 BM 1, 38 BN 673, 39 BO 591, 40 BQ 599,
   41 BR 55, 42 BS 1, 43 BT 975, 44 BW 267, 45 BY 375, 46 BZ 501, 47 CA 1, 48 CC 61, 49 CD 243, 50 CF 236,
   51 CG 242, 52 CH 41, 53 CI 225, 54 CK 682, 55 CL 56, 56 CM 237, 57 CN 86, 58 CO 57, 59 CR 506, 60 CU 53,
   61 CV 238, 62 CW 599, 63 CX 61, 64 CY 357, 65 CZ 420, 66 DJ 253, 67 DK 45, 68 DM 1, 69 DO 1, 70 DZ 213,
   71 EC 593, 72 EE 372, 73 EG 20, 74 EH 212, 75 ER 291, 76 ES 34, 77 ET 251, 78 FI 358, 79 FJ 679,
   80 FK 500, 81 FM 691, 82 FO 298, 83 FR 33, 84 GA 241, 85 GD 1, 86 GE 995, 87 GF 594, 88 GG 44,
   89 GH 233, 90 GI 350, 91 GL 299, 92 GM 220, 93 GN 224, 94 GP 590, 95 GQ 240, 96 GR 30, 97 GT 502,
   98 GU 1, 99 GW 245, 100 GY 592, 101 HK 852, 102 HN 504, 103 HR 385, 104 HT 509, 105 HU 36, 106 IE 353,
   107 IL 972, 108 IM 44, 109 IN 91, 110 IO 246, 111 IQ 964, 112 IR 98, 113 IS 354, 114 IT 39, 115 JE 44,
   116 JM 1, 117 JO 962, 118 KE 254, 119 KG 996, 120 KH 855, 121 KI 686, 122 KM 269, 123 KN 1, 124 KP 850,
   125 KW 965, 126 KY 1, 127 KZ 7, 128 LA 856, 129 LB 961, 130 LC 1, 131 LI 423, 132 LK 94, 133 LR 231,
   134 LS 266, 135 LT 370, 136 LU 352, 137 LV 371, 138 LY 218, 139 MA 212, 140 MC 377, 141 MD 373,
   142 ME 382, 143 MF 590, 144 MG 261, 145 MH 692, 146 MK 389, 147 ML 223, 148 MM 95, 149 MN 976,
   150 MO 853, 151 MP 1, 152 MQ 596, 153 MR 222, 154 MS 1, 155 MT 356, 156 MU 230, 157 MV 960, 158 MW 265,
   159 MX 52, 160 MZ 258, 161 NA 264, 162 NC 687, 163 NE 227, 164 NF 672, 165 NG 234, 166 NI 505,
   167 NL 31, 168 NO 47, 169 NP 977, 170 NR 674, 171 NU 683, 172 NZ 64, 173 OM 968, 174 PA 507, 175 PE 51,
   176 PF 689, 177 PG 675, 178 PH 63, 179 PK 92, 180 PL 48, 181 PM 508, 182 PN 64, 183 PR 1, 184 PS 970,
   185 PT 351, 186 PW 680, 187 PY 595, 188 QA 974, 189 RE 262, 190 RO 40, 191 RS 381, 192 RU 7, 193 RW 250,
   194 SA 966, 195 SB 677, 196 SC 248, 197 SD 249, 198 SE 46, 199 SH 290, 200 SI 386, 201 SJ 47,
   202 SK 421, 203 SL 232, 204 SM 378, 205 SN 221, 206 SO 252, 207 SR 597, 208 SS 211, 209 ST 239,
   210 SV 503, 211 SX 1, 212 SY 963, 213 SZ 268, 214 TC 1, 215 TD 235, 216 TG 228, 217 TJ 992, 218 TK 690,
   219 TL 670, 220 TM 993, 221 TN 216, 222 TO 676, 223 TR 90, 224 TT 1, 225 TV 688, 226 TZ 255, 227 UA 380,
   228 UG 256, 229 UY 598, 230 UZ 998, 231 VA 39, 232 VC 1, 233 VE 58, 234 VG 1, 235 VI 1, 236 VU 678,
   237 WF 681, 238 WS 685, 239 XK 383, 240 YE 967, 241 YT 262, 242 ZA 27, 243 ZM 260, 244 ZW 263`

/** No trunk prefix: mobile numbers may begin with a zero that is also dialled from abroad. */
const countriesKeepingZero = ['BF', 'BJ', 'CG', 'CI', 'SM']

/** In display order; the second is preselected. Unsupported countries are included but not shown. */
export const areaSeed: readonly Area[] = [firstShown, others]
  .flatMap((list) => list.trim().split(/,\s+/))
  .map(areaOf)

function areaOf(entry: string): Area {
  const [id, country = '', diallingCode = ''] = entry.split(' ')
  return {
    id: Number(id),
    country,
    diallingCode,
    keepsZero: countriesKeepingZero.includes(country),
    isSupported: !unsupportedCountries.includes(country),
  }
}
