-- How long each market may be without a quote of its own before it is stale, by category. Every market had ten minutes.
-- A limit that was changed is kept, within the new bounds.
update markets set stale_after_ms = case
    when c.code in ('forex_majors', 'forex_crosses')
      and markets.code !~ '^(AUD|CAD|CHF|EUR|GBP|JPY|NZD|USD){2}$' then 300000
    when c.code = 'forex_majors' then 15000
    when c.code in ('forex_crosses', 'metals') then 30000
    when c.code in ('energies', 'indices', 'crypto') then 60000
    else 300000
  end
  from market_categories c
  where c.id = markets.category_id and markets.stale_after_ms = 600000;
update markets set stale_after_ms = greatest(5000, least(600000, stale_after_ms))
  where stale_after_ms not between 5000 and 600000;

alter table markets drop constraint markets_stale_after_ms_check;
alter table markets add constraint markets_stale_after_ms_check check (stale_after_ms between 5000 and 600000);
