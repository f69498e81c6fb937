import type { Reason } from '#contract/envelope.ts'

/** English messages of the server: answers, emails and text messages. All languages have the same keys. */
export const messages = {
  'answer.session_invalid': 'Your session has ended. Please log in again.',
  'answer.too_many_requests':
    'Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  'answer.fault': 'Something went wrong on our side. If it happens again, please quote {id} to support.',
  'live.topics_limit':
    'You can follow at most {count, plural, one {# topic} other {# topics}} on one connection.',
  'done.logged_in': 'Logged in',
  'done.registered': 'Account created',
  'done.password_changed': 'Password changed. All other devices have been logged out.',
  'done.password_reset': 'Password changed. Please log in.',
  'done.code_sent': 'If the details are correct, a code is on its way.',
  'done.logged_out': 'Logged out',
  'done.others_signed_out': 'All other devices have been logged out',
  'done.identity_submitted': 'Submitted for review',
  'done.identity_approved': 'Approved',
  'done.identity_refused': 'Rejected',
  'done.saved': 'Saved',
  'done.image_uploaded': 'Uploaded',
  'done.order_closed': 'Position closed',
  'done.order_cancelled': 'Order cancelled',
  'done.order_reversed': 'Position reversed',
  'done.order_amended': 'Order changed',
  'done.stops_set': 'Stop loss and take profit saved',
  'done.proposal_done': 'Approved and carried out',
  'done.proposal_approved': 'Approved. It is being carried out.',
  'done.proposal_rejected': 'Rejected',
  'done.proposal_withdrawn': 'Withdrawn',
  'done.freeze_lifted': 'The freeze is lifted',
  'done.demo_reset': 'Demo account reset',
  'log.deposit': 'Deposit',
  'log.withdrawal': 'Withdrawal',
  'log.trade_profit': 'Trading profit or loss',
  'log.fee': 'Trading fee',
  'log.withdrawal_returned': 'Withdrawal returned',
  'log.write_off': 'Negative balance written off',
  'log.demo': 'Demo funds',
  'log.copy_trading': 'Copy trading',
  'log.adjustment': 'Adjustment',
  'mail.register_code.subject': 'Your Openlot verification code',
  'mail.register_code.intro': 'Enter this code to complete your Openlot registration:',
  'mail.register_code.not_you':
    "If you didn't request this, you can ignore this message. No account is created without the code.",
  'mail.reset_code.subject': 'Your Openlot password change code',
  'mail.reset_code.intro': 'Enter this code to set a new password for your Openlot account:',
  'mail.reset_code.not_you':
    "If you didn't request this, you can ignore this message. Your password stays the same.",
  'mail.code.validity':
    'It is valid for {minutes, plural, one {# minute} other {# minutes}} and works once. Nobody from Openlot will ever ask you for it.',
  'mail.account_exists.subject': 'You already have an Openlot account',
  'mail.account_exists.intro':
    'Someone, probably you, tried to register with this address. It already has an account, so this message contains no code.',
  'mail.account_exists.action':
    'You can simply log in. If you have forgotten your password, choose “Forgot password” there to set a new one.',
  'mail.account_exists.not_you': "If it wasn't you, no action is needed.",
  'mail.password_changed.subject': 'Your Openlot password was changed',
  'mail.password_changed.intro':
    'The password of your Openlot account was changed on {time}. All other devices were logged out.',
  'mail.password_changed.not_you':
    "If it wasn't you, choose “Forgot password” on the login page now, set a new password, and contact support.",
  'mail.payout_method_code.subject': 'Your Openlot payout method code',
  'mail.payout_method_code.intro': 'Enter this code to add a payout method to your Openlot account:',
  'mail.payout_method_code.not_you':
    'If you are not adding a payout method, do not enter or share this code. Change your password: someone else may be using your account.',
  'mail.withdrawal_code.subject': 'Your Openlot withdrawal code',
  'mail.withdrawal_code.intro': 'Enter this code to request a withdrawal from your Openlot account:',
  'mail.withdrawal_code.not_you':
    'If you are not requesting a withdrawal, do not enter or share this code. Change your password: someone else may be using your account.',
  'mail.reason': 'Reason: {reason}',
  'mail.deposit_credited.subject': 'Your Openlot deposit was credited',
  'mail.deposit_credited.intro': 'Your deposit was credited to your Openlot account on {time}: {amount} USD.',
  'mail.deposit_rejected.subject': 'Your Openlot deposit was not accepted',
  'mail.deposit_rejected.intro':
    'Your deposit of {amount} {currency} was not accepted. Nothing was credited to your account.',
  'mail.deposit_rejected.action':
    'You can submit it again with the correct details. If you need help, contact support.',
  'mail.deposit_invalid.subject': 'Your Openlot deposit was marked as invalid',
  'mail.deposit_invalid.intro':
    'Your deposit of {amount} {currency} was marked as invalid. Nothing was credited to your account.',
  'mail.deposit_invalid.action': 'If you have sent this money, contact support.',
  'mail.withdrawal_requested.subject': 'A withdrawal from your Openlot account was requested',
  'mail.withdrawal_requested.intro':
    'A withdrawal of {amount} USD was requested on {time}. It will be paid in {currency} to {destination}.',
  'mail.withdrawal_requested.not_you':
    'If it was not you, cancel it in the app and change your password. It can be cancelled until its review begins.',
  'mail.withdrawal_sent.subject': 'Your Openlot withdrawal was sent',
  'mail.withdrawal_sent.intro': 'Your withdrawal was sent on {time}: {amount} {currency}.',
  'mail.withdrawal_sent.transaction': 'Transaction or bank reference: {transaction}',
  'mail.withdrawal_refused.subject': 'Your Openlot withdrawal was refused',
  'mail.withdrawal_refused.intro':
    'Your withdrawal of {amount} USD was refused. The whole amount is available in your account again.',
  'mail.withdrawal_cancelled.subject': 'Your Openlot withdrawal was cancelled',
  'mail.withdrawal_cancelled.intro':
    'Your withdrawal of {amount} USD was cancelled on {time}. The whole amount is available in your account again.',
  'mail.withdrawal_cancelled.not_you': 'If you did not cancel it, change your password and contact support.',
  'mail.withdrawal_void.subject': 'Your Openlot withdrawal was not carried out',
  'mail.withdrawal_void.intro':
    'Your request to withdraw {amount} USD was not carried out. No money left your account.',
  'mail.payout_method_added.subject': 'A payout method was added to your Openlot account',
  'mail.payout_method_added.intro':
    'A payout method was added on {time}: {destination}. It can be used from {usable}.',
  'mail.payout_method_added.not_you':
    'If it was not you, delete it in the app, change your password and contact support.',
  'mail.payout_method_deleted.subject': 'A payout method was deleted from your Openlot account',
  'mail.payout_method_deleted.intro': 'A payout method was deleted on {time}: {destination}.',
  'mail.payout_method_deleted.not_you': 'If it was not you, change your password and contact support.',
  'mail.balance_adjusted.subject': 'Your Openlot balance was adjusted',
  'mail.balance_adjusted.intro': 'Your balance was adjusted on {time}: {amount} USD.',
  'mail.footer': 'This is an automated message from Openlot. Replies are not read.',
  'sms.register_code':
    'Openlot: {code} is your registration code. It is valid for {minutes, plural, one {# minute} other {# minutes}}. Never share it.',
  'sms.reset_code':
    'Openlot: {code} is your code to set a new password. It is valid for {minutes, plural, one {# minute} other {# minutes}}. Never share it.',
  'sms.account_exists':
    'Openlot: this number already has an account. Please log in, or set a new password if you have forgotten it.',
  'sms.password_changed':
    "Openlot: your password was changed. If it wasn't you, set a new one now and contact support.",
  'sms.payout_method_code':
    'Openlot: {code} is your code to add a payout method, valid for {minutes, plural, one {# minute} other {# minutes}}. Not adding one? Change your password.',
  'sms.withdrawal_code':
    'Openlot: {code} is your code to withdraw money, valid for {minutes, plural, one {# minute} other {# minutes}}. Not you? Change your password.',
  'sms.deposit_credited': 'Openlot: your deposit was credited: {amount} USD.',
  'sms.deposit_rejected':
    'Openlot: your deposit of {amount} {currency} was not accepted. The reason is in the app.',
  'sms.deposit_invalid':
    'Openlot: your deposit of {amount} {currency} was marked as invalid. If you have sent the money, contact support.',
  'sms.withdrawal_requested':
    'Openlot: withdrawal of {amount} USD to {destination} requested. Not you? Cancel it in the app and change your password.',
  'sms.withdrawal_sent': 'Openlot: your withdrawal was sent: {amount} {currency}. Details are in the app.',
  'sms.withdrawal_refused':
    'Openlot: your withdrawal of {amount} USD was refused and the amount is available again. The reason is in the app.',
  'sms.withdrawal_cancelled':
    'Openlot: your withdrawal of {amount} USD was cancelled. Not you? Change your password and contact support.',
  'sms.withdrawal_void':
    'Openlot: your request to withdraw {amount} USD was not carried out. No money left your account.',
  'sms.payout_method_added':
    'Openlot: payout method {destination} added, usable from {usable}. Not you? Delete it in the app and change your password.',
  'sms.payout_method_deleted':
    'Openlot: payout method {destination} was deleted. Not you? Change your password and contact support.',
  'sms.balance_adjusted': 'Openlot: your balance was adjusted: {amount} USD. The reason is in the app.',
  'reason.invalid_input': 'Some of the data is not valid. Please check it and try again.',
  'reason.invalid_input.field': 'Please check “{field}” and try again.',
  'reason.malformed_body': 'The request could not be read.',
  'reason.body_too_large': 'The request is too large.',
  'reason.request_timeout':
    'The request took too long to arrive. Please check your connection and try again.',
  'reason.unsupported_media_type': 'This content type is not supported.',
  'reason.unknown_path': 'There is nothing at this address.',
  'reason.wrong_verb': 'This address does not support that method.',
  'reason.idempotency_mismatch': 'This request was already made with different details.',
  'reason.busy': "We're very busy right now. Please try again in a moment.",
  'reason.outcome_unknown': "We don't know yet whether this went through. Please check before you try again.",
  'reason.demo_forbidden': 'Please register or log in to a real account.',
  'reason.not_verified': 'Please verify your identity first.',
  'reason.role_forbidden': 'Your role does not allow this.',
  'reason.wrong_credentials': 'Incorrect login or password.',
  'reason.wrong_code': 'This code is incorrect or has expired. Please check it or request a new one.',
  'reason.wrong_captcha': 'The characters do not match the picture. Please try the new one.',
  'reason.wrong_password': 'Current password is incorrect.',
  'reason.code_not_needed': 'No code is needed here.',
  'reason.invalid_email': 'Please enter a valid email address.',
  'reason.invalid_mobile': 'Please enter a valid mobile number.',
  'reason.mobile_off': 'Mobile numbers are not available at the moment. Please use an email address.',
  'reason.country_not_supported': 'Our service is not available in this country or region.',
  'reason.password_mismatch': "Passwords don't match.",
  'reason.password_too_short': 'Use at least 8 characters for the password.',
  'reason.password_too_long': 'Use at most 72 characters for the password.',
  'reason.password_no_letter': 'Include at least one letter in the password.',
  'reason.password_no_digit': 'Include at least one digit in the password.',
  'reason.password_common': 'This password is too common. Please choose another.',
  'reason.password_same': 'The new password must differ from the current one.',
  'reason.invite_required': 'Please enter an invite code.',
  'reason.invite_unknown': 'This invite code does not exist.',
  'reason.invite_self': 'You cannot use your own invite code.',
  'reason.account_exists': 'An account with these details already exists. Please log in.',
  'reason.image_missing': 'Please choose a photo.',
  'reason.image_too_large': 'This photo is too large. The limit is 10 MB and 50 million pixels.',
  'reason.image_unsupported': 'Please use a JPEG, PNG or WebP photo.',
  'reason.image_damaged': 'This photo is damaged or incomplete. Please take it again.',
  'reason.image_suspicious': 'This file is not a valid photo. Please take it again.',
  'reason.image_quota': 'You have uploaded too many photos. Please try again tomorrow.',
  'reason.image_unknown': 'This photo was not found. Please upload it again.',
  'reason.identity_waiting': 'Your identity is already under review.',
  'reason.identity_verified': 'Your identity is already verified.',
  'reason.identity_same_image': 'Please upload both sides of the document.',
  'reason.not_found': 'Not found.',
  'reason.already_decided': 'This has already been decided.',
  'reason.remark_required': 'Please give a reason. The user will read it.',
  'reason.same_operator': 'This needs a second operator.',
  'reason.needs_approval': 'Another operator must approve this withdrawal first.',
  'reason.not_payer': 'Only the operator who started the payment can mark it as sent.',
  'reason.operator_exists': 'An operator with this address already exists.',
  'reason.last_owner': 'At least one owner who can sign in must remain.',
  'reason.own_account': 'You cannot do this to your own account. Please ask another owner.',
  'reason.proposal_open': 'A change of this is already waiting for approval.',
  'reason.same_person': 'Another operator has to approve this: you proposed it yourself.',
  'reason.person_inactive':
    'The operator who proposed this is disabled. Reject it; another operator can propose it again.',
  'reason.people_tied':
    'You and the proposer do not count as two people: within the last 7 days one of you added, reset, enabled or changed the role of the other.',
  'reason.two_people_required':
    'Other machines can reach this server, so the two-person rule cannot be switched off.',
  'reason.operators_limit': 'The maximum number of operators has been reached.',
  'reason.enrolment_ended': 'This took too long or failed too often. Please sign in again.',
  'reason.market_closed': 'This market is closed.',
  'reason.stale_price': 'Prices are stale. Trading resumes when they update again.',
  'reason.leverage_not_configured': 'Leverage not configured, temporarily unable to place orders.',
  'reason.leverage_not_offered': 'This leverage is not offered for this market.',
  'reason.invalid_lots': 'Please enter a valid number of lots.',
  'reason.invalid_lots.figures': 'Please enter at least {least} lots, in steps of {step}.',
  'reason.lots_limit': "Lot size is above this market's maximum.",
  'reason.lots_limit.figures': 'This market allows at most {limit} lots per order.',
  'reason.invalid_price': 'Please enter a valid price.',
  'reason.invalid_price.take_profit': 'Please enter a valid take profit.',
  'reason.invalid_price.stop_loss': 'Please enter a valid stop loss.',
  'reason.price_required': 'Please enter a price.',
  'reason.stop_wrong_side': 'Stop loss or take profit is on the wrong side of the price.',
  'reason.stop_wrong_side.take_profit':
    'The take profit is on the wrong side of the price. Nearest allowed price: {nearest}.',
  'reason.stop_wrong_side.stop_loss':
    'The stop loss is on the wrong side of the price. Nearest allowed price: {nearest}.',
  'reason.no_conversion': 'There is no USD conversion rate for this market right now.',
  'reason.notional_limit': "This order would exceed your account's exposure limit.",
  'reason.notional_limit.figures': "This would exceed your account's exposure limit of {limit} USD.",
  'reason.insufficient_margin': 'Not enough free margin for this order.',
  'reason.insufficient_margin.figures':
    'This order needs {needed} USD, and your free margin is {available} USD.',
  'reason.price_moved': 'The price has moved. Please check the new price and try again.',
  'reason.price_moved.figures': 'The price has moved to {bid} / {ask}. Please check it and try again.',
  'reason.simulated_prices':
    'Prices here are simulated, so real accounts cannot open orders. Use a demo account instead. Closing and cancelling still work.',
  'reason.interrupted':
    'Your request was interrupted before it was complete. Check your orders and send it again.',
  'reason.too_late': 'Your request arrived too late and was not executed. Check the price and try again.',
  'reason.order_not_found': 'Order not found.',
  'reason.order_not_open': 'This order has already been filled, closed or cancelled.',
  'reason.orders_limit': 'You have reached the maximum number of orders.',
  'reason.orders_limit.figures': 'You already have the maximum of {limit} such orders.',
  'reason.insufficient_balance': 'Insufficient balance.',
  'reason.insufficient_balance.figures': 'Insufficient balance: {available} USD available.',
  'reason.payout_too_small': 'After the fee, nothing is left to pay out. Please enter a larger amount.',
  'reason.not_demo': 'Only a demo account can be reset.',
  'reason.account_frozen': 'Your account is under review and cannot trade right now. Please contact support.',
  'reason.not_frozen': 'This account is not frozen.',
  'reason.frozen_again':
    'Nothing was lifted: the account was frozen again since you read the list. Check the new freeze first; if none is listed, try again shortly.',
} as const satisfies Record<`reason.${Reason}`, string> & Record<string, string>

export type ServerKey = keyof typeof messages
export type ServerMessages = Readonly<Record<ServerKey, string>>
