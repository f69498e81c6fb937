-- Companies that users can choose as their provider in main-company mode.
create table companies (
  id bigint generated always as identity primary key,
  -- The language whose name lists are ordered by: English, or else Chinese (Hong Kong), or any that the company has.
  main_language text not null,
  -- The name in that language, in lower case and normal form.
  sort_key text not null check (length(sort_key) <= 400),
  -- The names in all languages in the same form, one in each line, which searches compare.
  search_keys text not null check (length(search_keys) <= 7300),
  logo text references pictures,
  website text not null check (length(website) <= 500 and (website = '' or website ~ '^https?://')),
  email text not null check (length(email) <= 254),
  state text not null check (state in ('active', 'hidden')),
  -- 0 is good standing. The reason is for operators only.
  status integer not null check (status between 0 and 999),
  status_reason text not null check (length(status_reason) <= 300),
  -- Where users of the company are sent while its status is not 0, if the setting loss_url_list allows the address then.
  loss_url text not null check (length(loss_url) <= 500 and (loss_url = '' or loss_url ~ '^https?://')),
  -- Grows with every change.
  revision bigint not null default 1 check (revision > 0),
  updated_at timestamptz not null default now(),
  check (status = 0 or status_reason <> '')
);

create table company_texts (
  company_id bigint not null references companies on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  name text not null check (length(name) between 1 and 100),
  -- Of the legal entity.
  legal_name text not null check (length(legal_name) <= 300),
  registered_address text not null check (length(registered_address) <= 300),
  office_address text not null check (length(office_address) <= 300),
  primary key (company_id, language)
);

-- Every company has a text. Checked at the commit, because each of the two rows refers to the other.
alter table companies add foreign key (id, main_language) references company_texts deferrable initially deferred;

-- In the order of the answers: a search reads it until it has found enough. Users can choose those in good standing.
create index companies_by_name on companies (sort_key collate "C", id);
create index choosable_companies_by_name on companies (sort_key collate "C", id)
  where state = 'active' and status = 0;
create index companies_by_logo on companies (logo) where logo is not null;

grant select, insert, update on companies to openlot_app;
grant select, insert, delete on company_texts to openlot_app;
